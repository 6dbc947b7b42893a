import type { UserVisit } from '@order-hub/pages/visit';
import { contextOf } from '../steps/visit-context.ts';
import { openRequest, type OpenDeps, type PendingRequest } from '../steps/open-request.ts';
import { outOfDate } from '../steps/sealed-request.ts';
import type { AuthorizationStep } from '../steps/steps.ts';
import type { ConnectionPlace } from './place.ts';
import { retrievePlace } from './retrieve-place.ts';

export type PendingAtPlace = PendingRequest & { place: ConnectionPlace };

/** Opens a request with its selected place. Throws as openRequest, and 404 when the place is no longer the user's. */
export async function openAtPlace(
  deps: OpenDeps,
  visit: UserVisit,
  sealed: string,
  step: AuthorizationStep,
): Promise<PendingAtPlace> {
  const pending = await openRequest(deps, visit, sealed, step);
  const place = await retrievePlace(deps, contextOf(visit), pending.progress);
  if (!place) throw outOfDate();
  return { ...pending, place };
}
