import type { Database, Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { Member, MemberRole } from '@order-hub/shared/management/members';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { listUserEmails } from '../users/emails/list-user-emails.ts';
import { queueMail, type Mailing } from '../mails/queue-mail.ts';
import { findMember, insertMember, lockLocationOwner } from './member.store.ts';

type NewMember = { user_id: string; location_id: string; role: MemberRole };

/** Gives a user a role at a location, for operators. Throws 422 for an unknown user or location, the owner and a member. */
export const addMember = (
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: PrincipalContext,
  _params: object,
  member: NewMember,
): Promise<Member> =>
  transactionOf(db, ctx, async (trx) => {
    const email = (await listUserEmails({ db: trx }, [member.user_id])).get(member.user_id);
    if (email === undefined) throw invalid('user_id', 'not_found', 'is not the id of a user');
    return addMemberIn(trx, mailing, byPrincipal(ctx), { ...member, email, inviter: null });
  });

/** `inviter`: the email address of who invited the user; null for an operator. */
type Joining = NewMember & { email: string; inviter: string | null };

/** Adds a member in the transaction `trx`, and mails that to the owner. Throws 422. */
export async function addMemberIn(
  trx: Queryable,
  mailing: Mailing,
  by: Actor,
  { user_id, location_id, role, email, inviter }: Joining,
): Promise<Member> {
  const place = await lockLocationOwner(trx, location_id);
  if (!place) throw invalid('location_id', 'not_found', 'is not the id of a location');
  const { account_id, location_name, owner_id } = place;
  if (owner_id === user_id) throw invalid('user_id', 'taken', 'owns this location');
  const id = newId(by.at);
  await insertMember(trx, { id, account_id, location_id, user_id, role, created_at: by.at });
  const entry = { action: 'member.add', account_id, subject_id: location_id } as const;
  await recordEntry(trx, by, { ...entry, details: { email, role, location: location_name } });
  const facts = {
    who: email,
    role,
    place: location_name,
    inviter: inviter ?? '',
    by: inviter === null ? 'operator' : 'user',
  };
  const link = { path: `/back-office/locations/${location_id}/people` };
  const mail = { kind: 'member_joined', account_id, facts, link } as const;
  await queueMail(trx, mailing, { now: by.at, to: { user_id: owner_id } }, mail);
  const member = await findMember(trx, id);
  if (!member) throw new Error('the member that was just added is missing');
  return member;
}
