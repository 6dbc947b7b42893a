import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { emailKey } from '../users/user.ts';
import { lockOperator, updateOperatorSince } from './operator.store.ts';
import { viewOperator } from './operator.view.ts';

type Deps = { db: Database };

/** Makes a user an operator, from their next request on. `user`: their id or email address. Throws 422. */
export const addOperator = ({ db }: Deps, by: Actor, user: string) => setOperator(db, by, { user, isOperator: true });

/** Makes a user an operator, or an operator a user like others. The audit is told only if that is a change. Throws 422. */
export const setOperator = (db: Database, by: Actor, { user, isOperator }: { user: string; isOperator: boolean }) =>
  transaction(db, async (trx) => {
    const before = await lockOperator(trx, { id: user, email_key: emailKey(user) });
    if (!before) throw invalid('user', 'is not the id or the email address of a user');
    if ((before.operator_since !== null) === isOperator) return viewOperator(before);
    const { id, email } = before;
    const operator_since = isOperator ? by.at : null;
    await updateOperatorSince(trx, id, operator_since);
    const action = isOperator ? 'operator.add' : 'operator.remove';
    await recordEntry(trx, by, { action, account_id: null, subject_id: id, details: { email } });
    return viewOperator({ ...before, operator_since });
  });
