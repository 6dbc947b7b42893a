import type { Scope } from '@order-hub/shared/scopes';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Travelling } from './authorization-request.ts';
import { ownSession } from '../sessions/session.ts';
import { sealRequest } from './sealed-request.ts';
import { nextStep, stepPath } from './steps.ts';

/** Sends the browser to what is still to be done, with the request. */
export async function leadOn(keys: readonly string[], visit: UserVisit, scope: Scope, travelling: Travelling) {
  const session = ownSession(visit);
  const { now } = visit;
  return goTo(visit, stepPath(nextStep(scope, travelling), await sealRequest({ keys, session, now }, travelling)));
}
