import type { Database, Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { listRequiringAccounts } from '../accounts/requirements/list-requiring-accounts.ts';
import { transactionOf } from '../acting/open-transaction.ts';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { SessionContext } from '../sessions/browser-context.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { announceFactor } from './announce-factor.ts';
import { deleteRecoveryCodes } from './recovery-codes/recovery-code.store.ts';
import { deleteFactor, listFactors, lockUserOfFactors, updateSecondFactorSince } from './second-factor.store.ts';
import { factorEntry } from './second-factor.ts';

/** Throws 422 for an operator, and for somebody who works in an account that requires a second factor. */
async function assertMayHaveNone(trx: Queryable, { id, is_operator }: { id: string; is_operator: boolean }) {
  if (is_operator)
    throw invalid('factor', 'not_allowed', 'is your last one, and operators need one. Add another one first');
  const [account] = await listRequiringAccounts(trx, id);
  if (account)
    throw invalid('factor', 'not_allowed', `is your last one, and ${account.name} requires one. Add another one first`);
}

/**
 * Removes a second factor of the user; with the last one, the recovery codes too. Throws 422 for one that does not exist, and
 * for the last one of an operator, and of whoever works in an account that requires one (docs/api/back-office.md#second-factors).
 */
export const removeSecondFactor = (
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: SessionContext,
  _params: object,
  { factor }: { factor: string },
): Promise<void> =>
  transactionOf(db, ctx, async (trx) => {
    const { user } = ctx.session;
    const locked = await lockUserOfFactors(trx, user.id);
    const removed = await deleteFactor(trx, user.id, factor);
    if (!removed) throw invalid('factor', 'missing', 'must be chosen');
    const left = await listFactors(trx, user.id);
    if (left.length === 0) {
      await assertMayHaveNone(trx, { id: user.id, is_operator: locked?.is_operator === true });
      await deleteRecoveryCodes(trx, user.id);
      await updateSecondFactorSince(trx, user.id, null);
    }
    const { kind, name } = removed;
    const entry = factorEntry('second_factor.remove', { kind, name, user_id: user.id });
    await recordEntry(trx, byUser({ ...ctx, user }), entry);
    const news = { kind: 'second_factor_removed', facts: { by: 'user', factor: name } } as const;
    await announceFactor(trx, mailing, { now: ctx.now, user_id: user.id, language: ctx.language }, news);
  });
