import type { Database, Queryable } from '@order-hub/shared/database';
import { notFound, stillInUse } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertConfirmed } from '../users/owner.ts';
import { assertNothingKept } from './check-nothing-kept.ts';
import {
  deleteAccountRows,
  deleteConnections,
  listLiveConnections,
  lockAccountWithLocations,
} from './attached.store.ts';
import { counted } from './obstacles.ts';

/**
 * Deletes an account that nothing belongs to, with what is left of its connections. Throws 404; 409 while it has locations,
 * connections that are not disconnected, orders, catalogs or customer lists; and 503 while that cannot be looked up.
 */
export async function deleteAccount(
  { db, ask }: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { account_id }: { account_id: string },
) {
  assertConfirmed(ctx);
  await transactionOf(db, ctx, (trx) => lockUnused(trx, account_id));
  // Nothing is locked while other services are asked.
  await assertNothingKept(ask, ctx.requestId, { account_id, location_id: null });
  return transactionOf(db, ctx, async (trx) => {
    const { name, currency } = await lockUnused(trx, account_id);
    await deleteConnections(trx, { account_id, location_id: null });
    await deleteAccountRows(trx, account_id);
    const entry = { action: 'account.delete', account_id, subject_id: account_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { name, currency } });
    return {};
  });
}

async function lockUnused(trx: Queryable, account_id: string) {
  const account = await lockAccountWithLocations(trx, account_id);
  if (!account) throw notFound('Account');
  if (account.locations > 0)
    throw stillInUse(
      `The account has ${counted(account.locations, 'location')}: delete them first, or suspend the account`,
    );
  const live = await listLiveConnections(trx, { account_id, location_id: null });
  if (live.length > 0) throw stillInUse(`The account has ${counted(live.length, 'connection')}: disconnect them first`);
  return account;
}
