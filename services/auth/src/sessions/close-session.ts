import type { Queryable } from '@order-hub/shared/database';
import { byUser } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import type { UserVisit } from '../pages/visit.ts';
import { sessionDeed } from './session.ts';
import { deleteSession } from './session.store.ts';

type Closing = Omit<UserVisit, 'sessionSecret'>;

/** Ends the session of this browser, in a transaction: its cookie is worth nothing from now on. */
export async function closeSession(trx: Queryable, visit: Closing): Promise<void> {
  const { id_digest } = visit.session;
  if (!(await deleteSession(trx, id_digest))) return;
  await recordDeed(trx, byUser(visit), sessionDeed('session.close', { id_digest, user_id: visit.user.id }));
}
