import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { SessionContext } from './browser-context.ts';
import { handleOf, sessionEntry } from './session.ts';
import { deleteSessionWith, deleteUserSessions } from './session.store.ts';

type Deps = { db: Database };

/** Ends one session of the user, in another browser. Throws 404 for one that is over, and for this browser's own. */
export const closeOtherSession = ({ db }: Deps, ctx: SessionContext, { handle }: { handle: string }) =>
  transaction(db, async (trx) => {
    const { user } = ctx.session;
    const isClosed = handle !== handleOf(ctx.session) && (await deleteSessionWith(trx, user.id, handle));
    if (!isClosed) throw notFound('Session');
    await recordEntry(trx, byUser({ ...ctx, user }), sessionEntry('session.close', { handle, user_id: user.id }));
  });

/** Ends every session of the user but that of this browser. */
export const closeOtherSessions = ({ db }: Deps, ctx: SessionContext) =>
  transaction(db, async (trx) => {
    const { user, id_digest } = ctx.session;
    const sessions = await deleteUserSessions(trx, user.id, id_digest);
    if (sessions === 0) return;
    const entry = { action: 'session.close_others', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, byUser({ ...ctx, user }), { ...entry, details: { sessions } });
  });
