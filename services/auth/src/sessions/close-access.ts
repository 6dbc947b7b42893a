import type { Queryable } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import { endOldSecretsOf } from '../clients/secrets/close-old-secret.ts';
import { disconnectExamples } from '../connections/expiring/disconnect-examples.ts';
import { deleteBegun, deleteUserSessions } from './session.store.ts';

/** `kept`: the session that stays. */
type Access = { user_id: string; kept?: { id_digest: string } };

/**
 * Ends everything by which somebody who knew a user's password could act for the user later, in the transaction of what makes that due:
 * the sessions, whatever was begun in one of them, and the old secrets of the user's clients (docs/api/back-office.md#sessions). Lock the
 * user first, so that nobody acts in one of them meanwhile (open-transaction.ts). Returns how many sessions ended.
 */
export async function closeAccess(trx: Queryable, by: Actor, { user_id, kept }: Access): Promise<number> {
  const sessions = await deleteUserSessions(trx, user_id, kept?.id_digest);
  await deleteBegun(trx, user_id);
  // Clients are locked before connections, as a rotation does.
  await endOldSecretsOf(trx, by, user_id);
  await disconnectExamples(trx, by, user_id);
  return sessions;
}
