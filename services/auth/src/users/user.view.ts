import type { Caller } from '@order-hub/shared/caller';
import { can } from '@order-hub/shared/scopes';
import { viewTimezone } from '../timezone.view.ts';
import type { User } from './user.ts';

/** A user as their connections see them: the email address only with profile_with_email (docs/api/locations.md#users). */
export function viewUser({ id, first_name, last_name, email, timezone, locales }: User, caller: Caller, now: Date) {
  const showsEmail = can(caller.scope, 'profile_with_email');
  return { id, first_name, last_name, ...(showsEmail && { email }), timezone: viewTimezone(timezone, now), locales };
}

/** A user as operators see them. */
export function viewUserForOperator({ id, first_name, last_name, email, timezone, locales }: User, now: Date) {
  return { id, first_name, last_name, email, timezone: viewTimezone(timezone, now), locales };
}
