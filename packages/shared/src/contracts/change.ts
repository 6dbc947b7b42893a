/**
 * A change of a resource, published once by the service that owns it, with the states before and after. The events service
 * turns it into an event for each connection that may see it.
 */
import { z } from 'zod';
import { rule } from '../values/rules.ts';

/** What a callback may subscribe to: resource type → event types (docs/api/events.md#subscribable-events). */
export const subscribableEvents = {
  catalog: ['create', 'delete', 'update'],
  customer: ['create', 'update'],
  delivery: ['create', 'update'],
  inventory: ['patch', 'update'],
  location: ['update'],
  order: ['create', 'update'],
} as const satisfies Record<string, readonly string[]>;

/** Every kind of event, such as `order.create`. */
export const eventKinds: readonly string[] = Object.entries(subscribableEvents).flatMap(([resource, types]) =>
  types.map((type) => `${resource}.${type}`),
);

export const resourceTypes = ['catalog', 'customer', 'delivery', 'inventory', 'location', 'order'] as const;
export type ResourceType = (typeof resourceTypes)[number];
export const eventTypes = ['create', 'delete', 'patch', 'update'] as const;
export type EventType = (typeof eventTypes)[number];

/** Whether this resource type has such an event. */
export function isSubscribable(resourceType: ResourceType, eventType: EventType): boolean {
  const allowed: readonly EventType[] = subscribableEvents[resourceType];
  return allowed.includes(eventType);
}

/** A state as JSON text, so that no service serialises it again. */
const document = z.string().nullable();
/** Private refs by client id, then by `self` or element id (see private-ref.ts). */
const privateRefs = z.record(z.string(), z.record(z.string(), z.string())).nullable();

/** The body of a `change` message. */
export const changeSchema = z
  .object({
    resource_type: z.enum(resourceTypes),
    event_type: z.enum(eventTypes),
    /** ISO 8601 in UTC with milliseconds. */
    created_at: z.iso.datetime({ precision: 3 }),
    /** The client that caused the change; null for the hub itself. */
    client_id: z.string().nullable(),
    /** The user who did it through a page; null for apps and for the hub itself. No event tells it. */
    user_id: z.string().nullable().default(null),
    account_id: z.string(),
    /** Where the resource is; null at account level. */
    location_id: z.string().nullable(),
    /** The timezone in which the event shows `created_at`; `UTC` for a resource of no location. */
    timezone: z.string(),
    /** The id fields of the event body, in their order. */
    ids: z.record(z.string(), z.string()),
    /** The customer whose personal data the states hold, if any. */
    customer_id: z.string().nullable().default(null),
    previous_state: document,
    new_state: document,
    previous_private_refs: privateRefs,
    private_refs: privateRefs,
    state_change: document,
  })
  .check(
    rule(
      (body) => isSubscribable(body.resource_type, body.event_type),
      'unknown_value',
      'no such event for this resource type',
    ),
  );

export type Change = z.infer<typeof changeSchema>;

/** The key of a change: its location, or else its account. Changes with the same key keep their order. */
export const changeKey = ({ location_id, account_id }: Pick<Change, 'location_id' | 'account_id'>) =>
  location_id ?? account_id;
