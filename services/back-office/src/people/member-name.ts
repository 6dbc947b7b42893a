import type { Member } from '@order-hub/shared/management/members';

/** What people call a member: the name, or the email address of whoever gave none. */
export const memberName = ({ first_name, last_name, email }: Pick<Member, 'first_name' | 'last_name' | 'email'>) =>
  [first_name, last_name].filter(Boolean).join(' ') || email;
