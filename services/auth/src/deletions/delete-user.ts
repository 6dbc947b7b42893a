import type { Database, Queryable } from '@order-hub/shared/database';
import { notFound, stillInUse } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { disconnectIn } from '../connections/disconnect-connection.ts';
import { closeAccess } from '../sessions/close-access.ts';
import { assertConfirmed } from '../users/owner.ts';
import {
  deleteConnections,
  deleteMemberships,
  deleteUserRows,
  listLiveConnections,
  lockUserWithThings,
} from './attached.store.ts';
import { counted } from './obstacles.ts';

/**
 * Deletes a user, with the sessions, whatever was begun in one of them, what the user may do at other people's locations, and the
 * connections to the profile alone. Throws 404, and 409 for a user who owns accounts or clients, or is an operator.
 */
export function deleteUser({ db }: { db: Database }, ctx: PrincipalContext, { user_id }: { user_id: string }) {
  assertConfirmed(ctx);
  const by = byPrincipal(ctx);
  return transactionOf(db, ctx, async (trx) => {
    const user = await lockUserWithThings(trx, user_id);
    if (!user) throw notFound('User');
    assertUnused(user);
    await closeAccess(trx, by, { user_id });
    await endMemberships(trx, by, user_id);
    for (const id of await listLiveConnections(trx, { user_id })) await disconnectIn(trx, by, id);
    await deleteConnections(trx, { user_id });
    await deleteUserRows(trx, { id: user_id, email: user.email });
    const entry = { action: 'user.delete', account_id: null, subject_id: user_id } as const;
    await recordEntry(trx, by, { ...entry, details: { email: user.email } });
    return {};
  });
}

function assertUnused({ accounts, clients, is_operator }: { accounts: number; clients: number; is_operator: boolean }) {
  if (is_operator) throw stillInUse('The user is an operator: run `hub operator remove` first');
  if (accounts > 0) throw stillInUse(`The user owns ${counted(accounts, 'account')}: delete them first`);
  if (clients > 0) throw stillInUse(`The user has ${counted(clients, 'client')}: delete them first`);
}

async function endMemberships(trx: Queryable, by: Actor, user_id: string): Promise<void> {
  for (const { account_id, location_id, ...details } of await deleteMemberships(trx, user_id)) {
    const entry = { action: 'member.remove', account_id, subject_id: location_id } as const;
    await recordEntry(trx, by, { ...entry, details });
  }
}
