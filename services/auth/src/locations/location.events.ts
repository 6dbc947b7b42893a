import type { OutgoingMessage } from '@order-hub/shared/bus';
import { changeKey } from '@order-hub/shared/contracts';
import { message } from '@order-hub/shared/outbox';
import type { Location } from './location.ts';
import { viewLocation } from './location.view.ts';

type Cause = { client_id: string | null; now: Date };

/** `location.update` with both states as a GET gives them. `client_id` null: the hub itself did it. */
export function locationUpdated(before: Location, after: Location, { client_id, now }: Cause): OutgoingMessage {
  const { id: location_id, account, timezone } = after;
  const place = { account_id: account.id, location_id };
  return message('change', changeKey(place), {
    resource_type: 'location',
    event_type: 'update',
    created_at: now.toISOString(),
    client_id,
    ...place,
    timezone,
    ids: { location_id, account_id: account.id },
    previous_state: JSON.stringify(viewLocation(before, now)),
    new_state: JSON.stringify(viewLocation(after, now)),
    previous_private_refs: null,
    private_refs: null,
    state_change: null,
  });
}

/** A fact that gateways keep of the location has changed. */
export const locationFactsChanged = (id: string, account_id: string): OutgoingMessage =>
  message('location', id, { id, account_id });
