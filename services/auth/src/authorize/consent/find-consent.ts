import type { Database } from '@order-hub/shared/database';
import type { ApiError } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { nothingSelected } from '../../authorization-requests/authorization-request.ts';
import type { ExistingConnection } from '../../connections/connection.ts';
import { findExistingConnection } from '../../connections/granting/find-existing-connection.ts';
import { findQuotaFault } from '../../connections/granting/check-quotas.ts';
import { findCatalogName, findListName } from '../../connections/granting/find-selected-names.ts';
import type { Quotas } from '../../quotas.ts';
import { userIdOf } from '../../users/owner.ts';
import type { ConnectionPlace } from '../places/place.ts';
import { retrievePlace } from '../places/retrieve-place.ts';
import type { PendingRequest } from '../steps/open-request.ts';

/** What the user is asked. `catalog` and `customer_list` are names. `granted`: the connection that exists already. */
export type ConsentQuestion = {
  pending: PendingRequest;
  place: ConnectionPlace | null;
  catalog: string | null;
  customer_list: string | null;
  granted: ExistingConnection | undefined;
  /** The quota that forbids another connection there. */
  quota_fault: ApiError | null;
};

type Deps = { db: Database; ask: Ask; quotas: Quotas };

/** Finds what the consent page shows. Throws 404 and 422 for a selection that is not the user's own, and 503. */
export async function findConsent(
  { db, ask, quotas }: Deps,
  ctx: PrincipalContext,
  pending: PendingRequest,
): Promise<ConsentQuestion> {
  const { request, progress } = pending;
  const place = await retrievePlace({ db }, ctx, progress);
  const { account_id, location_id } = place ?? nothingSelected;
  const within = { account_id: account_id ?? '', location_id };
  const { client, name } = request;
  const bound = { client_id: client.id, user_id: userIdOf(ctx), account_id, location_id, name };
  const [catalog, customer_list, granted, quota_fault] = await Promise.all([
    findCatalogName(ask, ctx, within, progress.catalog_id),
    findListName(ask, ctx, within, progress.customer_list_id),
    findExistingConnection(db, bound),
    findQuotaFault(db, quotas, bound),
  ]);
  return { pending, place, catalog, customer_list, granted, quota_fault };
}
