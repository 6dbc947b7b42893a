import type { Queryable } from '@order-hub/shared/database';
import { queueMail, type Mailing, type UserToMail } from '../mails/queue-mail.ts';
import { forgotPasswordPath } from './paths.ts';

/** Mails a user that the password was changed, in the transaction of the change. */
export const announcePassword = (
  trx: Queryable,
  mailing: Mailing,
  { now, ...to }: UserToMail & { now: Date },
): Promise<boolean> =>
  queueMail(
    trx,
    mailing,
    { now, to },
    { kind: 'password_changed', account_id: null, link: { path: forgotPasswordPath } },
  );
