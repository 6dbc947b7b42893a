import { ApiError } from '@order-hub/shared/errors';
import type { PublicContext } from '@order-hub/shared/endpoint';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { PageDeps } from '@order-hub/pages/declared-page';
import { requireLogin } from '@order-hub/pages/require-login';
import { startVisit } from '@order-hub/pages/start-visit';
import type { UserVisit } from '@order-hub/pages/visit';
import { checkRequestedAccess, checkDestination, type CheckDeps } from './checks/check-request.ts';
import { beginRequest } from './begin-request.ts';
import { faultPage } from './answers/fault-page.tsx';
import { redirectToNextStep } from './steps/redirect-to-next-step.ts';
import { refuseClient } from './answers/refuse-client.ts';

/** The result of a check, or the fault that it throws. */
async function orFault<Found>(check: () => Promise<Found> | Found): Promise<Found | ApiError> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error;
    throw error;
  }
}

/**
 * Begins an authorisation: checks the destination, requires log-in, checks the requested access, and redirects with the
 * sealed request to the first page that the scope needs (docs/api/authentication.md#web-application-flow). A fault is shown,
 * and redirects nobody (RFC 9700, 4.11.2).
 */
export async function beginAuthorization(
  deps: PageDeps & CheckDeps & { encryptionKeys: readonly string[] },
  ctx: PublicContext,
): Promise<FullReply> {
  const visit = await startVisit({ who: 'user', ids: {} }, ctx, deps);
  const path = visit.url;
  const destination = await orFault(() => checkDestination(deps, path));
  if (destination instanceof ApiError) return faultPage(visit, destination.message);
  const logIn = requireLogin('user', visit);
  if (logIn) return logIn;
  const ofUser = visit as UserVisit;
  const begun = await orFault(async () => {
    const progress = await beginRequest(deps, destination, ofUser.user.id, path);
    return { progress, scope: checkRequestedAccess(progress.path).scope };
  });
  if (begun instanceof ApiError) return refuseClient(visit, destination, begun);
  return redirectToNextStep(deps.encryptionKeys, ofUser, begun.scope, begun.progress);
}
