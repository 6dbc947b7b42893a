import type { UserVisit } from '@order-hub/pages/visit';
import type { AuthorizationRequest, RequestProgress } from '../../authorization-requests/authorization-request.ts';
import { ownSession } from '../../sessions/session.ts';
import { checkRequest, type CheckDeps } from '../checks/check-request.ts';
import { outOfDate, unsealRequest } from './sealed-request.ts';
import { mayOpen, type AuthorizationStep } from './steps.ts';

export type OpenDeps = CheckDeps & { encryptionKeys: readonly string[] };

/** A request that the user is answering. `sealed`: as this page received it. */
export type PendingRequest = { sealed: string; progress: RequestProgress; request: AuthorizationRequest };

/**
 * Opens the request that a step's page received, and checks it again, because the client may have changed since. Throws 400
 * for a request that is not valid here, or has not reached this step.
 */
export async function openRequest(
  deps: OpenDeps,
  visit: UserVisit,
  sealed: string,
  step: AuthorizationStep,
): Promise<PendingRequest> {
  const session = ownSession(visit);
  const { now } = visit;
  const progress = await unsealRequest({ keys: deps.encryptionKeys, session, now }, sealed);
  const request = await checkRequest(deps, progress.path);
  if (!mayOpen(step, request.scope, progress)) throw outOfDate();
  return { sealed, progress, request };
}
