import { badRequest } from '@order-hub/shared/errors';
import type { ClientWithOwner } from '../../clients/client.ts';
import { isRedirectUri, redirectUriCharsMax } from '@order-hub/shared/redirect-uri';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

/**
 * Redirects only to a URI that the client has registered; a client without registered URIs may use any, unless the operator
 * requires them (docs/api/authentication.md#redirect-uris). Throws 400, shown to the user.
 */
export function checkRedirectUri(client: ClientWithOwner, parameters: Parameters, areRequired: boolean): string {
  const redirect_uri = onlyValue(parameters, 'redirect_uri');
  if (redirect_uri === undefined) throw refusal('does not say where to return to, or says it twice');
  if (client.redirect_uris.includes(redirect_uri)) return redirect_uri;
  if (client.redirect_uris.length > 0) throw refusal('wants to return to an address that it has not registered');
  if (areRequired) throw refusal('has not registered the address that it wants to return to');
  if (redirect_uri.length <= redirectUriCharsMax && isRedirectUri(redirect_uri)) return redirect_uri;
  throw refusal('wants to return to something that is not the address of a web page');
}

const refusal = (why: string) => badRequest(`The application ${why} (redirect_uri)`);
