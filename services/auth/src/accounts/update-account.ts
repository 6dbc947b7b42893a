import type { Database, Queryable } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import type { FactorRule } from '@order-hub/shared/management/accounts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { hasFactorNow } from '../users/check-has-factor.ts';
import { assertConfirmed, ownerIdOf } from '../users/owner.ts';
import { lockAccountRules, updateAccountName, updateFactorRequired } from './account.store.ts';
import { announceRequirement } from './requirements/announce-requirement.ts';

type AccountUpdate = { name?: string | undefined; second_factor?: FactorRule | undefined };

/** Throws 403 for a user who has not just entered the password, and 422 for one without a second factor: they would lock themselves out. */
async function assertMayRequire(trx: Queryable, ctx: PrincipalContext, second_factor: FactorRule) {
  assertConfirmed(ctx);
  const { user, kind } = ctx.principal;
  if (kind === 'operator' || !user || second_factor === 'optional' || (await hasFactorNow(trx, user.id))) return;
  throw invalid(
    'second_factor',
    'not_allowed',
    'can be required only by somebody who has one. Add one to your profile first',
  );
}

/** Whether the people of an account need a second factor: audited, and mailed to them when they do. */
async function changeRule(
  trx: Queryable,
  { mailing, ctx }: { mailing: Mailing; ctx: PrincipalContext },
  account: { id: string; name: string },
  { before, after }: { before: FactorRule; after: FactorRule },
) {
  const { id } = account;
  await updateFactorRequired(trx, id, after === 'required' ? ctx.now : null);
  const entry = { action: 'account.update_second_factor', account_id: id, subject_id: id } as const;
  await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { before, after } });
  if (after === 'required') await announceRequirement(trx, mailing, ctx, account);
}

/**
 * Renames an account, and says whether its people need a second factor (docs/api/back-office.md#required-second-factors); what is left
 * out stays. Throws 404, also when a user names another user's account, 403 and 422.
 */
export const updateAccount = (
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: PrincipalContext,
  { account_id: id }: { account_id: string },
  { name, second_factor }: AccountUpdate,
) =>
  transactionOf(db, ctx, async (trx) => {
    // Locks the user first, as the removal of a second factor does.
    if (second_factor !== undefined) await assertMayRequire(trx, ctx, second_factor);
    const before = await lockAccountRules(trx, { id, owner_id: ownerIdOf(ctx) });
    if (!before) throw notFound('Account');
    if (name !== undefined && name !== before.name) {
      await updateAccountName(trx, id, name);
      const entry = { action: 'account.rename', account_id: id, subject_id: id } as const;
      await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { before: before.name, after: name } });
    }
    if (second_factor !== undefined && second_factor !== before.second_factor) {
      const account = { id, name: name ?? before.name };
      await changeRule(trx, { mailing, ctx }, account, { before: before.second_factor, after: second_factor });
    }
    return {};
  });
