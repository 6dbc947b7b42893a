import { notFound } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import { goTo } from './replies.ts';
import { isOperators, type LoggedInUser, type Visit, type Who } from './visit.ts';

/** Sends an operator without a second factor to add one. Throws not_found for every other user. */
function requireOperator(visit: Visit, { is_operator, has_second_factor }: LoggedInUser, back: string) {
  if (!is_operator) throw notFound('Page');
  return has_second_factor ? undefined : goTo(visit, `/back-office/profile/second-factor?${back}`);
}

/**
 * Sends a visitor who must log in, enter the password again or add a second factor to the page for that. Throws not_found for
 * a page of operators.
 */
export function requireLogin(who: Who, visit: Visit): FullReply | undefined {
  if (who === 'anyone') return undefined;
  const back = `continue=${encodeURIComponent(visit.url)}`;
  if (!visit.user) return goTo(visit, `/back-office/log-in?${back}`);
  const refused = isOperators(who) ? requireOperator(visit, visit.user, back) : undefined;
  if (refused) return refused;
  const isConfirmedOnly = who === 'confirmed' || who === 'confirmed operator';
  if (isConfirmedOnly && !visit.isConfirmed) return goTo(visit, `/back-office/confirm?${back}`);
  return undefined;
}
