/** What a client asks of a user (docs/api/authentication.md#web-application-flow). */
import type { Scope } from '@order-hub/shared/scopes';
import type { ClientWithOwner } from '../clients/client.ts';
import type { Bindings } from '../connections/connection.ts';

/** Who asks, and where the answer goes. `redirect_uri` is verified. */
export type Destination = { client: ClientWithOwner; redirect_uri: string; state: string | null };

/** `name`: of the connection, if the client wants a separate one. `code_challenge`: of PKCE, S256. */
export type RequestedAccess = { scope: Scope; name: string | null; code_challenge: string | null };

export type AuthorizationRequest = Destination & RequestedAccess;

/** A request between its pages: `path` (with its query) is the client's request, the rest is what the user has selected so far. */
export type RequestProgress = Bindings & { path: string };

export const nothingSelected: Bindings = {
  location_id: null,
  account_id: null,
  catalog_id: null,
  customer_list_id: null,
};
