import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import type { UserVisit } from '../pages/visit.ts';
import { handleOf } from './session.ts';
import { deleteSessionWith, deleteUserSessions } from './session.store.ts';

/** Ends one session of the user, in another browser. Throws 404 for one that is over, and for this browser's own. */
export const closeOtherSession = (db: Database, visit: UserVisit, handle: string) =>
  transaction(db, async (trx) => {
    const { user, session } = visit;
    const isClosed = handle !== handleOf(session) && (await deleteSessionWith(trx, user.id, handle));
    if (!isClosed) throw notFound('Session');
    const deed = { action: 'session.close', account_id: null, subject_id: user.id } as const;
    await recordDeed(trx, byUser(visit), { ...deed, details: { session: handle } });
  });

/** Ends every session of the user but that of this browser. */
export const closeOtherSessions = (db: Database, visit: UserVisit) =>
  transaction(db, async (trx) => {
    const { user, session } = visit;
    const sessions = await deleteUserSessions(trx, user.id, session.id_digest);
    if (sessions === 0) return;
    const deed = { action: 'session.close_others', account_id: null, subject_id: user.id } as const;
    await recordDeed(trx, byUser(visit), { ...deed, details: { sessions } });
  });
