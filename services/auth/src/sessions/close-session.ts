import type { Queryable } from '@order-hub/shared/database';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { ownSession, sessionEntry } from './session.ts';
import { deleteSession } from './session.store.ts';

/** Ends this browser's session, in a transaction. */
export async function closeSession(trx: Queryable, visit: UserVisit): Promise<void> {
  const { id_digest } = ownSession(visit);
  if (!(await deleteSession(trx, id_digest))) return;
  await recordEntry(trx, byUser(visit), sessionEntry('session.close', { id_digest, user_id: visit.user.id }));
}
