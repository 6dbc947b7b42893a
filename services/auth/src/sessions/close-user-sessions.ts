import type { Queryable } from '@order-hub/shared/database';
import { deletePendingSessionsOf } from './pending/pending-session.store.ts';
import { deleteUserSessions } from './session.store.ts';

/** Ends every session of a user but `kept`, and those that wait for the second factor, in the transaction of what makes that due. */
export async function closeUserSessions(trx: Queryable, user_id: string, kept?: { id_digest: string }): Promise<void> {
  await deletePendingSessionsOf(trx, user_id);
  await deleteUserSessions(trx, user_id, kept?.id_digest);
}
