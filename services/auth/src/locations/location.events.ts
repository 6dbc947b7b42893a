import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type ChangeCause } from '@order-hub/shared/resource-changed';
import { message } from '@order-hub/shared/outbox';
import type { Location } from './location.ts';
import { viewLocation } from './location.view.ts';

/** `location.update` with both states, as a GET returns them. */
export function locationUpdated(before: Location, after: Location, cause: ChangeCause): OutgoingMessage {
  const { id: location_id, account, timezone } = after;
  const state = (location: Location) => ({ document: JSON.stringify(viewLocation(location, cause.now)) });
  return resourceChanged('location', 'update', {
    ids: { location_id, account_id: account.id },
    place: { account_id: account.id, location_id, timezone },
    cause,
    before: state(before),
    after: state(after),
  });
}

type LocationFacts = { id: string; account_id: string; timezone?: string };

/** Makes gateways, which cache facts of locations, look the location up again. `timezone`: the new one, if it changed. */
export const locationFactsChanged = (facts: LocationFacts): OutgoingMessage => message('location', facts.id, facts);
