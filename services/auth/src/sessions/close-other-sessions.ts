import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { handleOf, ownSession } from './session.ts';
import { deleteSessionWith, deleteUserSessions } from './session.store.ts';

/** Ends one session of the user, in another browser. Throws 404 for one that is over, and for this browser's own. */
export const closeOtherSession = (db: Database, visit: UserVisit, handle: string) =>
  transaction(db, async (trx) => {
    const { user } = visit;
    const isClosed = handle !== handleOf(ownSession(visit)) && (await deleteSessionWith(trx, user.id, handle));
    if (!isClosed) throw notFound('Session');
    const entry = { action: 'session.close', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, byUser(visit), { ...entry, details: { session: handle } });
  });

/** Ends every session of the user but that of this browser. */
export const closeOtherSessions = (db: Database, visit: UserVisit) =>
  transaction(db, async (trx) => {
    const { user } = visit;
    const sessions = await deleteUserSessions(trx, user.id, ownSession(visit).id_digest);
    if (sessions === 0) return;
    const entry = { action: 'session.close_others', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, byUser(visit), { ...entry, details: { sessions } });
  });
