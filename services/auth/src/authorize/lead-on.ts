import type { Scope } from '@order-hub/shared/scopes';
import { goTo } from '../pages/replies.ts';
import type { UserVisit } from '../pages/visit.ts';
import type { Travelling } from './authorization-request.ts';
import { sealRequest } from './sealed-request.ts';
import { nextStep, stepPath } from './steps.ts';

/** Sends the browser to what is still to be done, with the request. */
export async function leadOn(keys: readonly string[], visit: UserVisit, scope: Scope, travelling: Travelling) {
  const { session, now } = visit;
  return goTo(visit, stepPath(nextStep(scope, travelling), await sealRequest({ keys, session, now }, travelling)));
}
