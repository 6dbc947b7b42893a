import type { Database } from '@order-hub/shared/database';
import { notFound, stillInUse } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { disconnectIn } from '../connections/disconnect-connection.ts';
import { assertConfirmed } from '../users/owner.ts';
import {
  deleteClientRows,
  deleteConnections,
  hasOpenShop,
  listLiveConnections,
  lockClientRow,
} from './attached.store.ts';
import { counted } from './obstacles.ts';

/**
 * Deletes a client, with its listing in the directory and what is left of its connections. `force`: disconnects those that are not
 * disconnected. Throws 404, and 409 for connections without `force` and for the app of an open test shop.
 */
export function deleteClient(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  { force }: { force: boolean },
) {
  assertConfirmed(ctx);
  const by = byPrincipal(ctx);
  return transactionOf(db, ctx, async (trx) => {
    const client = await lockClientRow(trx, client_id);
    if (!client) throw notFound('Client');
    if (await hasOpenShop(trx, { client_id }))
      throw stillInUse('The client is an app of a test shop: it can be deleted once its user has closed the shop');
    const live = await listLiveConnections(trx, { client_id });
    if (live.length > 0 && !force)
      throw stillInUse(
        `The client has ${counted(live.length, 'connection')}: disconnect them first, or force the deletion`,
      );
    for (const id of live) await disconnectIn(trx, by, id);
    await deleteConnections(trx, { client_id });
    await deleteClientRows(trx, client_id);
    const details = { name: client.name, user_id: client.user_id };
    await recordEntry(trx, by, { action: 'client.delete', account_id: null, subject_id: client_id, details });
    return {};
  });
}
