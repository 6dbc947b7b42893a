import type { Queryable } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { queueMail, type Mailing } from '../../mails/queue-mail.ts';
import { listPeopleIds } from '../account.store.ts';

const path = '/back-office/profile/second-factor';

/** Mails everybody who works in an account that it requires a second factor now, in the transaction of that change. */
export async function announceRequirement(
  trx: Queryable,
  mailing: Mailing,
  { now, principal: { kind, user } }: PrincipalContext,
  { id: account_id, name }: { id: string; name: string },
): Promise<void> {
  if (!mailing.isOn) return;
  const facts = { account: name, by: kind, who: kind === 'user' ? (user?.email ?? '') : '' };
  const mail = { kind: 'second_factor_required', account_id, facts, link: { path } } as const;
  // In the order of the ids: two changes at once do not deadlock over what each recipient may get.
  for (const user_id of await listPeopleIds(trx, account_id))
    await queueMail(trx, mailing, { now, to: { user_id } }, mail);
}
