import type { UserVisit } from '@order-hub/pages/visit';
import { notFound } from '@order-hub/shared/errors';
import { retrieveMember, type Member } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';

/** The member of the page, at the location of the page. Throws 404. */
export async function findMemberAt(
  { askFor }: { askFor: AskFor },
  visit: UserVisit,
  { member_id, location_id }: { member_id: string; location_id: string },
): Promise<Member> {
  const member = await askFor(retrieveMember, visit, { params: { member_id } });
  if (member.location_id !== location_id) throw notFound('Member');
  return member;
}
