import { viewTimezone } from '../timezone.view.ts';
import type { User } from './user.ts';

type Reader = { seesEmail: boolean; now: Date };

/** A user as the API shows them. */
export function viewUser(
  { id, first_name, last_name, email, email_verified, timezone, locales }: Omit<User, 'language' | 'trouble_mails'>,
  { seesEmail, now }: Reader,
) {
  return {
    id,
    first_name,
    last_name,
    ...(seesEmail && { email, email_verified }),
    timezone: viewTimezone(timezone, now),
    locales,
  };
}
