import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { verifyUserEmail } from '../users/emails/verify-user-email.ts';
import { takeVerification } from './verification.store.ts';

/** Marks the email address of the link's user as verified, with the token of the link. Throws 422 for an invalid link. */
export const verifyEmail = (
  { db }: { db: Database },
  ctx: BrowserContext,
  _params: object,
  { token }: { token: string },
): Promise<void> =>
  transaction(db, async (trx) => {
    const user_id = await takeVerification(trx, digest(token), ctx.now);
    if (user_id === undefined) throw invalid('link', 'expired', 'is no longer valid');
    const user = await verifyUserEmail(trx, user_id, ctx.now);
    const entry = { action: 'user.verify_email', account_id: null, subject_id: user_id } as const;
    await recordEntry(trx, byUser({ ...ctx, user }), entry);
  });
