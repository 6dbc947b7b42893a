import { forbidden, notFound } from '@order-hub/shared/errors';
import { assertRole } from '@order-hub/shared/user-caller';
import type { PageStep } from '../page-request.ts';
import { isOperators } from '../visits/visit.ts';

const named = [
  ['connection_id', 'Connection'],
  ['location_id', 'Location'],
  ['account_id', 'Account'],
] as const;

/**
 * Throws `second_factor_needed` when the place requires one that the user does not have, not_found when a user's page names an account, location or connection that is not the user's, and forbidden when it
 * is for other roles than the user's.
 */
export const requirePlace: PageStep = ({ page: { who, roles }, ids, visit }) => {
  if (who === 'anyone' || isOperators(who) || visit.user_token === '') return undefined;
  if (visit.needsSecondFactor) throw forbidden('This account requires a second factor', 'second_factor_needed');
  assertRole(visit, roles);
  if (visit.place) return undefined;
  for (const [id, name] of named) if (ids[id] !== undefined) throw notFound(name);
  return undefined;
};
