/**
 * The transaction of whoever acts on a page. A page asks who acts when it is opened, and a token says so for a minute; what is written
 * then depends on it still being true (docs/decisions/0101-rights-are-read-again.md).
 */
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Principal } from '@order-hub/shared/principal';
import { lockUserOfSession } from './acting.store.ts';

type OnOwnPage = { session: { id_digest: string; user: { id: string } } };

/** Whoever acts: through the management API, or on one of auth's own pages. */
export type Acting = { principal: Pick<Principal, 'kind' | 'user' | 'session'> } | OnOwnPage;

const onOwnPage = ({ session }: OnOwnPage) => ({
  user_id: session.user.id,
  handle: session.id_digest,
  isOperating: false,
});

/** Null for the holder of the operator key, and for a token of the release before, which names no session. */
function sessionOf(acting: Acting) {
  if ('session' in acting) return onOwnPage(acting);
  const { kind, user, session } = acting.principal;
  return user && session ? { user_id: user.id, handle: session, isOperating: kind === 'operator' } : null;
}

/** Keeps the right to act until the end of the transaction. Throws 404 when the session, or the role of an operator, has ended. */
async function lockRight(trx: Queryable, acting: Acting): Promise<void> {
  const session = sessionOf(acting);
  if (!session) return;
  const user = await lockUserOfSession(trx, session);
  if (!user || (session.isOperating && !user.is_operator)) throw notFound('Session');
}

/**
 * Runs `work` in a transaction of whoever acts. Nothing ends their session or their role meanwhile, and `work` does not begin when
 * that has happened: it throws 404.
 */
export const transactionOf = <Result>(
  db: Database,
  acting: Acting,
  work: (trx: Queryable) => Promise<Result>,
): Promise<Result> =>
  transaction(db, async (trx) => {
    await lockRight(trx, acting);
    return work(trx);
  });
