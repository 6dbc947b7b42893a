import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { closeAccess } from '../sessions/close-access.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { announceFactor } from './announce-factor.ts';
import { deleteRecoveryCodes } from './recovery-codes/recovery-code.store.ts';
import { deleteFactors, lockUserOfFactors, updateSecondFactorSince } from './second-factor.store.ts';

/**
 * Removes every second factor and recovery code of a user who has lost them, and ends the user's sessions and what was begun in them. Throws 404
 * (docs/api/back-office.md#second-factors).
 */
export const resetSecondFactors = (
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: PrincipalContext,
  { user_id }: { user_id: string },
): Promise<{ removed: number }> =>
  transactionOf(db, ctx, async (trx) => {
    if (!(await lockUserOfFactors(trx, user_id))) throw notFound('User');
    const removed = await deleteFactors(trx, user_id);
    await deleteRecoveryCodes(trx, user_id);
    await updateSecondFactorSince(trx, user_id, null);
    await closeAccess(trx, byPrincipal(ctx), { user_id });
    const entry = { action: 'second_factor.reset', account_id: null, subject_id: user_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { removed } });
    const news = { kind: 'second_factor_removed', facts: { by: 'operator', factor: '' } } as const;
    if (removed > 0) await announceFactor(trx, mailing, { now: ctx.now, user_id }, news);
    return { removed };
  });
