import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { emailKey } from '../user.ts';
import { lockOperator, updateOperatorSince } from './operator.store.ts';
import { viewOperator } from './operator.view.ts';

/** Makes a user an operator, or an operator an ordinary user. Audits only a real change. Throws 422. */
export const updateOperator = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { user, isOperator }: { user: string; isOperator: boolean },
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockOperator(trx, { id: user, email_key: emailKey(user) });
    if (!before) throw invalid('user', 'not_found', 'is not the id or the email address of a user');
    if ((before.operator_since !== null) === isOperator) return viewOperator(before);
    const { id, email } = before;
    const operator_since = isOperator ? ctx.now : null;
    await updateOperatorSince(trx, id, operator_since);
    const action = isOperator ? 'operator.add' : 'operator.remove';
    await recordEntry(trx, byPrincipal(ctx), { action, account_id: null, subject_id: id, details: { email } });
    return viewOperator({ ...before, operator_since });
  });
