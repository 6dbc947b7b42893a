import { transaction, type Database } from '@order-hub/shared/database';
import { tooManyRequests } from '@order-hub/shared/errors';
import type { Mailing } from '../mails/queue-mail.ts';
import type { SessionContext } from '../sessions/browser-context.ts';
import { sendVerification } from './send-verification.ts';

const retryAfter = { 'Retry-After': '3600' };

/** Mails the link once more. Throws 429 after three in an hour. */
export async function resendVerification(
  { db, mailing }: { db: Database; mailing: Mailing },
  { now, session }: SessionContext,
): Promise<void> {
  const user_id = session.user.id;
  const isQueued = await transaction(db, (trx) => sendVerification(trx, mailing, { now, user_id }));
  if (mailing.isOn && !isQueued)
    throw tooManyRequests(
      'Several links were sent to you within an hour. Please look for them, or try again later',
      retryAfter,
      'attempts',
    );
}
