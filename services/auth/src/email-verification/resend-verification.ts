import type { Database } from '@order-hub/shared/database';
import { transactionOf } from '../acting/open-transaction.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import type { SessionContext } from '../sessions/browser-context.ts';
import { sendVerification } from './send-verification.ts';

/** Mails the link once more. Returns whether it will be sent: three times an hour at most. */
export const resendVerification = (
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: SessionContext,
): Promise<boolean> =>
  transactionOf(db, ctx, (trx) =>
    sendVerification(trx, mailing, { now: ctx.now, user_id: ctx.session.user.id, language: ctx.language }),
  );
