import { notFound } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import { goTo } from './replies.ts';
import type { Visit, Who } from './visit.ts';

/**
 * Sends a visitor who must log in, or enter the password again, to the page for that. Throws not_found for a page of
 * operators.
 */
export function requireLogin(who: Who, visit: Visit): FullReply | undefined {
  if (who === 'anyone') return undefined;
  const back = `continue=${encodeURIComponent(visit.url)}`;
  if (!visit.user) return goTo(visit, `/back-office/log-in?${back}`);
  if (who === 'operator' && !visit.user.is_operator) throw notFound('Page');
  if (who === 'confirmed' && !visit.isConfirmed) return goTo(visit, `/back-office/confirm?${back}`);
  return undefined;
}
