import { transaction, type Database } from '@order-hub/shared/database';
import { byUser } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import type { BrowserContext } from '../../sessions/browser-context.ts';
import { countRecoveryCodes, deleteRecoveryCode } from './recovery-code.store.ts';

/** Whether the user has this recovery code. Takes it: each works once. */
export const checkRecoveryCode = (
  { db }: { db: Database },
  ctx: BrowserContext,
  { user, code }: { user: { id: string; email: string }; code: string },
): Promise<boolean> =>
  transaction(db, async (trx) => {
    if (!(await deleteRecoveryCode(trx, user.id, code))) return false;
    const details = { left: await countRecoveryCodes(trx, user.id) };
    const entry = { action: 'recovery_code.use', account_id: null, subject_id: user.id, details } as const;
    await recordEntry(trx, byUser({ ...ctx, user }), entry);
    return true;
  });
