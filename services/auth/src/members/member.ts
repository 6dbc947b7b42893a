import { notFound } from '@order-hub/shared/errors';
import type { MemberRole } from '@order-hub/shared/management/members';

/** Who may do what with the people of a location: null for an operator. */
export type ActingRole = 'owner' | MemberRole | null;

/** Owners and operators place everybody; a manager the kitchen (docs/api/back-office.md#people). */
export const mayPlace = (acting: ActingRole, role: MemberRole): boolean =>
  acting === null || acting === 'owner' || (acting === 'manager' && role === 'kitchen');

/** Throws 404 for who may not see the people of the location. */
export function assertMayList(acting: ActingRole | undefined): asserts acting is ActingRole {
  if (acting === undefined || acting === 'kitchen') throw notFound('Location');
}
