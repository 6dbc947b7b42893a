import type { Queryable } from '@order-hub/shared/database';
import type { MailFacts } from '../mails/mail.ts';
import { queueMail, type Mailing, type UserToMail } from '../mails/queue-mail.ts';

const path = '/back-office/profile/second-factor';

type News = { kind: 'second_factor_added' | 'second_factor_removed'; facts: MailFacts };

/** Mails a user what became of their second factors, in the transaction of the change. */
export const announceFactor = (
  trx: Queryable,
  mailing: Mailing,
  { now, ...to }: UserToMail & { now: Date },
  { kind, facts }: News,
): Promise<boolean> => queueMail(trx, mailing, { now, to }, { kind, account_id: null, facts, link: { path } });
