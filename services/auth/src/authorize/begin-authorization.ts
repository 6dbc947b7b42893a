import { ApiError } from '@order-hub/shared/errors';
import type { PublicContext } from '@order-hub/shared/endpoint';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { PageDeps } from '@order-hub/pages/page';
import { requireLogin } from '@order-hub/pages/require-login';
import { startVisit } from '@order-hub/pages/start-visit';
import type { UserVisit } from '@order-hub/pages/visit';
import { nothingSelected } from './authorization-request.ts';
import { checkAsked, checkDestination, type CheckDeps } from './check-request.ts';
import { faultPage } from './fault-page.tsx';
import { leadOn } from './lead-on.ts';
import { refuseClient } from './refuse-client.ts';

/** What a check finds, or the fault that it throws. */
async function orFault<Found>(check: () => Promise<Found> | Found): Promise<Found | ApiError> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error;
    throw error;
  }
}

/**
 * Begins an authorisation: the destination is checked, then the user logs in, then what is asked for is checked, and goes
 * on, sealed, to the first page that the scope needs (docs/api/authentication.md#web-application-flow). Only users who have
 * logged in are sent to applications: nobody can use this as an open redirect (RFC 9700, 4.11.2).
 */
export async function beginAuthorization(
  deps: PageDeps & CheckDeps & { encryptionKeys: readonly string[] },
  ctx: PublicContext,
): Promise<FullReply> {
  const visit = await startVisit('user', {}, ctx, deps);
  const path = visit.url;
  const destination = await orFault(() => checkDestination(deps, path));
  if (destination instanceof ApiError) return faultPage(visit, destination.message);
  const logIn = requireLogin('user', visit);
  if (logIn) return logIn;
  const asked = await orFault(() => checkAsked(path));
  if (asked instanceof ApiError) return refuseClient(visit, destination, asked);
  return leadOn(deps.encryptionKeys, visit as UserVisit, asked.scope, { ...nothingSelected, path });
}
