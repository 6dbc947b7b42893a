import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byUser } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import type { SessionContext } from '../../sessions/browser-context.ts';
import { listFactors, lockUserOfFactors } from '../second-factor.store.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './recovery-code.store.ts';
import { newRecoveryCodes } from './recovery-code.ts';

/** Replaces the user's recovery codes, and returns the new ones. Throws 422 for a user without a second factor. */
export const replaceRecoveryCodes = ({ db }: { db: Database }, ctx: SessionContext): Promise<string[]> =>
  transactionOf(db, ctx, async (trx) => {
    const { user } = ctx.session;
    await lockUserOfFactors(trx, user.id);
    const factors = await listFactors(trx, user.id);
    if (factors.length === 0) throw invalid('codes', 'not_allowed', 'need a second factor. Add one first');
    const codes = newRecoveryCodes();
    await deleteRecoveryCodes(trx, user.id);
    await insertRecoveryCodes(trx, user.id, codes);
    const entry = { action: 'recovery_code.replace', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, byUser({ ...ctx, user }), entry);
    return codes;
  });
