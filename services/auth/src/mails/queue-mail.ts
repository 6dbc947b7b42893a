import type { Queryable } from '@order-hub/shared/database';
import { encryptSecret } from '@order-hub/shared/encryption';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { newId } from '@order-hub/shared/ids';
import { mailsOfAccountCounter, mailsToRecipientCounter } from '../attempts/attempts.ts';
import { countIfFree } from '../attempts/limit-attempts.ts';
import { findRecipient, type Recipient } from '../users/emails/find-recipient.ts';
import { emailKey } from '../users/user.ts';
import { accountPerHour, hoursAfter, mailTokenOwner, termsOf, type NewMail } from './mail.ts';
import { insertMail } from './mail.store.ts';

/** `language`: of the page on which the mail is caused. */
export type UserToMail = { user_id: string; language?: PageLanguage };

/** Whether the hub sends mail, and what encrypts the tokens of mails that wait. */
export type Mailing = { isOn: boolean; encryptionKeys: readonly string[] };

/** The account first, as whoever grants a connection locks it: the other order could deadlock. */
async function mayQueue(trx: Queryable, now: Date, address: string, { kind, account_id }: NewMail): Promise<boolean> {
  const countsFor = termsOf(kind).about === 'account' ? account_id : null;
  const ofAccount =
    countsFor === null || (await countIfFree(trx, mailsOfAccountCounter(countsFor, now, accountPerHour), now));
  if (!ofAccount) return false;
  return countIfFree(trx, mailsToRecipientCounter(kind, emailKey(address), now, termsOf(kind).perHour), now);
}

async function storedLink(encryptionKeys: readonly string[], id: string, link: NewMail['link']) {
  if (link?.token === undefined) return { path: link?.path ?? null, token_encrypted: null };
  return { path: link.path, token_encrypted: await encryptSecret(encryptionKeys, link.token, mailTokenOwner(id)) };
}

/**
 * Queues a mail to a user, or to an address that no user has yet, in the transaction of what causes it; a loop sends it
 * (send-mails.ts). Returns whether the mail will be sent: not while the hub sends no mail, and not beyond what the recipient
 * and the account may get and cause in an hour.
 */
export async function queueMail(
  trx: Queryable,
  { isOn, encryptionKeys }: Mailing,
  { now, to }: { now: Date; to: Recipient | UserToMail },
  mail: NewMail,
): Promise<boolean> {
  if (!isOn) return false;
  const recipient = 'user_id' in to ? await findRecipient(trx, to.user_id, to.language) : to;
  if (!(await mayQueue(trx, now, recipient.address, mail))) return false;
  const { kind, account_id, facts = {}, link } = mail;
  const id = newId(now);
  const expires_at = hoursAfter(now, termsOf(kind).hours);
  const stored = { id, kind, account_id, facts, ...(await storedLink(encryptionKeys, id, link)) };
  await insertMail(trx, { ...recipient, ...stored, created_at: now, expires_at });
  return true;
}
