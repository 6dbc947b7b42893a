import type { FullReply } from '@order-hub/shared/full-reply';
import type { Scope } from '@order-hub/shared/scopes';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import type { RequestProgress } from '../../authorization-requests/authorization-request.ts';
import { ownSession } from '../../sessions/session.ts';
import { sealRequest } from './sealed-request.ts';
import { nextStep, stepPath } from './steps.ts';

/** Redirects to the next step that the scope needs, with the sealed request. */
export async function redirectToNextStep(
  keys: readonly string[],
  visit: UserVisit,
  scope: Scope,
  progress: RequestProgress,
): Promise<FullReply> {
  const session = ownSession(visit);
  const { now } = visit;
  return goTo(visit, stepPath(nextStep(scope, progress), await sealRequest({ keys, session, now }, progress)));
}
