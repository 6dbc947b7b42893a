/** How an application gets an access token, with the addresses of this hub (docs/api/authentication.md#web-application-flow). */
import type { Client } from './client.ts';

const exampleUri = 'https://shop.example/back';
const exampleScope = 'location[orders.read]';

/** Where the application sends the browser of who shall let it in. */
export function authorizeUrl(publicUrl: string, { id, redirect_uris }: Pick<Client, 'id' | 'redirect_uris'>): string {
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirect_uris[0] ?? exampleUri,
    scope: exampleScope,
    state: 'STATE',
  });
  return `${publicUrl}/oauth2/v1/authorize?${query.toString()}`;
}

/** The command with which a server exchanges the code for the token. The secret is left for the reader to put in. */
export const tokenCommand = (publicUrl: string, { id }: Pick<Client, 'id'>): string =>
  `curl -u '${id}:CLIENT_SECRET' -d 'code=CODE' '${publicUrl}/oauth2/v1/token'`;
