import type { Caller } from '@order-hub/shared/caller';
import { can } from '@order-hub/shared/scopes';
import { viewTimezone } from '../timezone.view.ts';
import type { User } from './user.ts';

/** What a connection may see of its user: the email only with profile_with_email (contract, "User"). */
export function viewUser({ id, first_name, last_name, email, timezone, locales }: User, caller: Caller, now: Date) {
  const mayKnowEmail = can(caller.scope, 'profile_with_email');
  return { id, first_name, last_name, ...(mayKnowEmail && { email }), timezone: viewTimezone(timezone, now), locales };
}

/** What an operator sees of a user. */
export function viewUserForOperator({ id, first_name, last_name, email, timezone, locales }: User, now: Date) {
  return { id, first_name, last_name, email, timezone: viewTimezone(timezone, now), locales };
}
