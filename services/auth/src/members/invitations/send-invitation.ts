import type { Queryable } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { queueMail, type Mailing } from '../../mails/queue-mail.ts';
import { findRecipient } from '../../users/emails/find-recipient.ts';

/** The page that the link of an invitation opens. */
export const joinPath = '/back-office/join';

type Invitation = { account_id: string; location_name: string; email: string; token: string };

/** Mails an invitation, in the language of whoever invites, in the transaction `trx`. Returns whether it will be sent (`queueMail`). */
export async function mailInvitation(
  trx: Queryable,
  mailing: Mailing,
  { now, principal }: PrincipalContext,
  { account_id, location_name, email, token }: Invitation,
): Promise<boolean> {
  if (!mailing.isOn) return false;
  const { user } = principal;
  const { language, timezone } = user
    ? await findRecipient(trx, user.id)
    : ({ language: 'en', timezone: 'UTC' } as const);
  const facts = { who: user?.email ?? '', by: user ? 'user' : 'operator', place: location_name };
  const mail = { kind: 'invitation', account_id, facts, link: { path: `${joinPath}?token=`, token } } as const;
  return queueMail(trx, mailing, { now, to: { address: email, language, timezone } }, mail);
}
