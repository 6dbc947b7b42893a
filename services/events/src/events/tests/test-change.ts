/** The changes that test events tell of (docs/api/events.md#test-events). Nothing of it exists. */
import type { Context } from '@order-hub/shared/caller';
import { subscribableEvents, type Change, type EventType, type ResourceType } from '@order-hub/shared/change';
import { newId } from '@order-hub/shared/ids';
import { testStates, type TestIds } from './test-states.ts';

export type TestKind = { resource_type: ResourceType; event_type: EventType };

export const testKinds: readonly TestKind[] = Object.entries(subscribableEvents).flatMap(([resource_type, types]) =>
  types.map((event_type) => ({ resource_type: resource_type as ResourceType, event_type })),
);

/** The ids in an event's body, by resource type (docs/api/events.md#event-ids). */
const idNames: Record<ResourceType, readonly (keyof TestIds)[]> = {
  catalog: ['catalog_id', 'location_id', 'account_id'],
  customer: ['customer_id', 'customer_list_id'],
  delivery: ['delivery_id', 'order_id', 'location_id', 'account_id'],
  inventory: ['catalog_id', 'location_id'],
  location: ['location_id', 'account_id'],
  order: ['order_id', 'location_id', 'account_id'],
};

/** Those of the caller where it is bound to one, else ids of nothing. */
const testIds = ({ caller }: Context): TestIds => ({
  account_id: caller.account.id,
  location_id: caller.location_id ?? newId(),
  catalog_id: caller.catalog_id ?? newId(),
  customer_list_id: caller.customer_list_id ?? newId(),
  customer_id: newId(),
  order_id: newId(),
  delivery_id: newId(),
});

/** `test` stands beside the ids, so that every text of the event has it: the push, the list, and the event by itself. */
const markedIds = (ids: TestIds, names: readonly (keyof TestIds)[]) =>
  ({ ...Object.fromEntries(names.map((name) => [name, ids[name]])), test: true }) as unknown as Record<string, string>;

const textOf = (state: object | undefined) => (state ? JSON.stringify(state) : null);

export function testChange({ resource_type, event_type }: TestKind, ctx: Context): Change {
  const ids = testIds(ctx);
  const created_at = ctx.now.toISOString();
  const { state, state_change } = testStates(ids, ctx, created_at)[resource_type];
  const shown = textOf(state);
  return {
    ...{ resource_type, event_type, created_at, client_id: null, user_id: null, account_id: ids.account_id },
    location_id: ctx.caller.location_id,
    timezone: ctx.caller.location?.timezone ?? 'UTC',
    ids: markedIds(ids, idNames[resource_type]),
    customer_id: null,
    previous_state: event_type === 'update' ? shown : null,
    new_state: event_type === 'patch' ? null : shown,
    state_change: event_type === 'patch' ? textOf(state_change) : null,
    ...{ previous_private_refs: null, private_refs: null },
  };
}
