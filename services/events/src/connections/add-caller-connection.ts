import type { AccountCaller } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { formatScope } from '@order-hub/shared/scopes';
import { insertCallerConnection } from './connection.store.ts';

/**
 * Stores the caller's connection unless it is known: its `connection` message may still be on its way, and its callback
 * must not miss an event meanwhile. Returns the stored status, which cannot change before the transaction ends.
 */
export function addCallerConnection(trx: Queryable, caller: AccountCaller): Promise<string | undefined> {
  return insertCallerConnection(trx, {
    id: caller.connection_id,
    client_id: caller.client_id,
    account_id: caller.account.id,
    location_id: caller.location_id,
    catalog_id: caller.catalog_id,
    customer_list_id: caller.customer_list_id,
    scope: formatScope(caller.scope),
  });
}
