import type { Change } from '@order-hub/shared/change';
import { newId } from '@order-hub/shared/ids';
import type { TestCaller } from '@order-hub/testing/call';

/** Another client created an order at the caller's location. */
export function anOrderChange(
  { account, location_id }: Pick<TestCaller, 'account' | 'location_id'>,
  overrides: Partial<Change> = {},
): Change {
  const order_id = newId();
  const account_id = account?.id ?? '';
  const order_location_id = location_id ?? newId();
  return {
    resource_type: 'order',
    event_type: 'create',
    created_at: '2026-07-01T10:00:00.123Z',
    client_id: 'another-client',
    user_id: null,
    account_id,
    location_id: order_location_id,
    timezone: 'Europe/Paris',
    ids: { order_id, location_id: order_location_id, account_id },
    customer_id: null,
    previous_state: null,
    // Parsing and printing would change the two spaces and the 1.0: tests see that a state is sent as it is stored.
    new_state: `{"id":"${order_id}",  "private_ref":null,"total":"10.00 EUR","n":1.0,"items":[{"id":"i1","private_ref":null}]}`,
    previous_private_refs: null,
    private_refs: null,
    state_change: null,
    ...overrides,
  };
}
