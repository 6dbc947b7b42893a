import { transaction, type Database } from '@order-hub/shared/database';
import type { Mailing } from '../mails/queue-mail.ts';
import type { SessionContext } from '../sessions/browser-context.ts';
import { sendVerification } from './send-verification.ts';

/** Mails the link once more. Returns whether it will be sent: three times an hour at most. */
export const resendVerification = (
  { db, mailing }: { db: Database; mailing: Mailing },
  { now, language, session }: SessionContext,
): Promise<boolean> =>
  transaction(db, (trx) => sendVerification(trx, mailing, { now, user_id: session.user.id, language }));
