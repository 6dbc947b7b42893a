import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { SessionContext } from './browser-context.ts';
import { handleOf, sessionEntry } from './session.ts';
import { deleteSession } from './session.store.ts';

/** Ends this browser's session. */
export const closeSession = ({ db }: { db: Database }, ctx: SessionContext): Promise<void> =>
  // eslint-disable-next-line hub/people-keep-their-right -- logging out of a session that is over is no error
  transaction(db, (trx) => closeSessionIn(trx, ctx));

/** The same, in the transaction `trx`. */
export async function closeSessionIn(trx: Queryable, ctx: SessionContext): Promise<void> {
  const { id_digest, user } = ctx.session;
  if (!(await deleteSession(trx, id_digest))) return;
  const entry = sessionEntry('session.close', { handle: handleOf(ctx.session), user_id: user.id });
  await recordEntry(trx, byUser({ ...ctx, user }), entry);
}
