import { newSecret } from '@order-hub/pages/secret';
import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { hoursAfter, termsOf } from '../mails/mail.ts';
import { queueMail, type Mailing, type UserToMail } from '../mails/queue-mail.ts';
import { verifyEmailPath } from './paths.ts';
import { upsertVerification } from './verification.store.ts';

/**
 * Queues the mail with the link that verifies the user's address, in the transaction `trx`. The link replaces an older one.
 * Returns whether it will be sent (`queueMail`).
 */
export async function sendVerification(
  trx: Queryable,
  mailing: Mailing,
  { now, ...to }: UserToMail & { now: Date },
): Promise<boolean> {
  const token = newSecret();
  const kind = 'email_verification';
  const link = { path: `${verifyEmailPath}?token=`, token };
  const isQueued = await queueMail(trx, mailing, { now, to }, { kind, account_id: null, link });
  // Only now: the link that was mailed before stays valid otherwise.
  if (isQueued) {
    const expires_at = hoursAfter(now, termsOf(kind).hours);
    await upsertVerification(trx, { user_id: to.user_id, token_digest: digest(token), expires_at });
  }
  return isQueued;
}
