import type { AccountCaller } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { formatScope } from '@order-hub/shared/scopes';
import { insertUnknownConnection } from './connection.store.ts';

/**
 * Stores the connection of a caller whose `connection` message may still be on its way, so that its callback misses no
 * event. Returns the stored status.
 */
export function noteCaller(trx: Queryable, caller: AccountCaller): Promise<string | undefined> {
  return insertUnknownConnection(trx, {
    id: caller.connection_id,
    client_id: caller.client_id,
    account_id: caller.account.id,
    location_id: caller.location_id,
    catalog_id: caller.catalog_id,
    customer_list_id: caller.customer_list_id,
    scope: formatScope(caller.scope),
  });
}
