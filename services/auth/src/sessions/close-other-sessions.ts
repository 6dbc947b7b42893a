import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { transactionOf } from '../acting/open-transaction.ts';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { SessionContext } from './browser-context.ts';
import { handleOf, sessionEntry } from './session.ts';
import { closeAccess } from './close-access.ts';
import { deleteSessionWith } from './session.store.ts';

type Deps = { db: Database };

/** Ends one session of the user, in another browser. Throws 404 for one that is over, and for this browser's own. */
export const closeOtherSession = ({ db }: Deps, ctx: SessionContext, { handle }: { handle: string }) =>
  transactionOf(db, ctx, async (trx) => {
    const { user } = ctx.session;
    const isClosed = handle !== handleOf(ctx.session) && (await deleteSessionWith(trx, user.id, handle));
    if (!isClosed) throw notFound('Session');
    await recordEntry(trx, byUser({ ...ctx, user }), sessionEntry('session.close', { handle, user_id: user.id }));
  });

/** Ends every session of the user but that of this browser, and what was begun in any of them. */
export const closeOtherSessions = ({ db }: Deps, ctx: SessionContext) =>
  transactionOf(db, ctx, async (trx) => {
    const { user, id_digest } = ctx.session;
    const by = byUser({ ...ctx, user });
    const sessions = await closeAccess(trx, by, { user_id: user.id, kept: { id_digest } });
    if (sessions === 0) return;
    const entry = { action: 'session.close_others', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, by, { ...entry, details: { sessions } });
  });
