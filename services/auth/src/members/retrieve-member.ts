import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Member } from '@order-hub/shared/management/members';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findActingRole } from './find-acting-role.ts';
import { findMember } from './member.store.ts';

/** A member, for the owner and the managers of the location, and for the member. Throws 404. */
export async function retrieveMember(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { member_id }: { member_id: string },
): Promise<Member> {
  const member = await findMember(db, member_id);
  if (!member) throw notFound('Member');
  if (member.user_id === ctx.principal.user?.id) return member;
  const acting = await findActingRole(db, ctx, member.location_id);
  if (acting === undefined || acting === 'kitchen') throw notFound('Member');
  return member;
}
