/** How an app gets an access token, with the addresses of this hub (docs/api/authentication.md#web-application-flow). */
import type { ManagedClient } from '@order-hub/shared/management/clients';

const exampleUri = 'https://shop.example/back';
const exampleScope = 'location[orders.read]';

/** Where the app sends the browser of the person who decides. */
export function authorizeUrl(
  publicUrl: string,
  { id, redirect_uris }: Pick<ManagedClient, 'id' | 'redirect_uris'>,
): string {
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirect_uris[0] ?? exampleUri,
    scope: exampleScope,
    state: 'STATE',
  });
  return `${publicUrl}/oauth2/v1/authorize?${query.toString()}`;
}

/** The command that exchanges the code for the token. curl asks for the secret: every user of the machine sees arguments. */
export const tokenCommand = (publicUrl: string, { id }: Pick<ManagedClient, 'id'>): string =>
  `curl -u '${id}' -d 'code=CODE' '${publicUrl}/oauth2/v1/token'`;
