import { viewTimezone } from '../timezone.view.ts';
import type { NewUser } from './user.ts';

type Reader = { seesEmail: boolean; now: Date };

/** The hub sends no mail, so it has verified no address. */
const email_verified = false;

/** A user as the API shows them. */
export function viewUser({ id, first_name, last_name, email, timezone, locales }: NewUser, { seesEmail, now }: Reader) {
  return {
    id,
    first_name,
    last_name,
    ...(seesEmail && { email, email_verified }),
    timezone: viewTimezone(timezone, now),
    locales,
  };
}
