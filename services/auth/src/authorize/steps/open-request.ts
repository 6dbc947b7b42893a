import type { UserVisit } from '@order-hub/pages/visit';
import type { AuthorizationRequest, Travelling } from './authorization-request.ts';
import { checkRequest, type CheckDeps } from './check-request.ts';
import { ownSession } from '../sessions/session.ts';
import type { Place } from './place.ts';
import { retrievePlace } from './retrieve-place.ts';
import { outOfDate, unsealRequest } from './sealed-request.ts';
import { mayOpen, type Step } from './steps.ts';

export type OpenDeps = CheckDeps & { encryptionKeys: readonly string[] };

/** A request that a user is about to answer. `sealed`: as it came to this page. */
export type Pending = { sealed: string; travelling: Travelling; request: AuthorizationRequest };

export type PlacedPending = Pending & { place: Place };

/**
 * Opens the request that came to the page of a step, and checks it again: the client may have changed since. Throws 400
 * for one that cannot be opened here, or has not come as far as this step.
 */
export async function openRequest(deps: OpenDeps, visit: UserVisit, sealed: string, step: Step): Promise<Pending> {
  const session = ownSession(visit);
  const { now } = visit;
  const travelling = await unsealRequest({ keys: deps.encryptionKeys, session, now }, sealed);
  const request = await checkRequest(deps, travelling.path);
  if (!mayOpen(step, request.scope, travelling)) throw outOfDate();
  return { sealed, travelling, request };
}

/** The same, with the place that was selected, as it is now. Throws 404 when it is no longer the user's. */
export async function openAtPlace(
  deps: OpenDeps,
  visit: UserVisit,
  sealed: string,
  step: Step,
): Promise<PlacedPending> {
  const pending = await openRequest(deps, visit, sealed, step);
  const place = await retrievePlace(deps.db, visit.user, pending.travelling);
  if (!place) throw outOfDate();
  return { ...pending, place };
}
