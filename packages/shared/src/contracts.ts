import { z } from 'zod';

/** The services of the hub, as they call themselves in tokens, queue names and settings. */
export const serviceNames = ['gateway', 'auth', 'orders', 'catalog', 'customers', 'events'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** What a callback may subscribe to: resource type → event types (contract: Subscribable events). */
export const subscribableEvents = {
  catalog: ['create', 'delete', 'update'],
  customer: ['create', 'update'],
  delivery: ['create', 'update'],
  inventory: ['patch', 'update'],
  location: ['update'],
  order: ['create', 'update'],
} as const satisfies Record<string, readonly string[]>;

export const resourceTypes = ['catalog', 'customer', 'delivery', 'inventory', 'location', 'order'] as const;
export type ResourceType = (typeof resourceTypes)[number];
export const eventTypes = ['create', 'delete', 'patch', 'update'] as const;
export type EventType = (typeof eventTypes)[number];

/** Whether the contract knows this pair of resource and event type. */
export function isSubscribable(resourceType: ResourceType, eventType: EventType): boolean {
  const allowed: readonly EventType[] = subscribableEvents[resourceType];
  return allowed.includes(eventType);
}

/** JSON text: the state as it was rendered once, carried as a string so that nobody serialises it again. */
const document = z.string().nullable();
/** Private refs by client id, then by `self` or element id (see private-ref.ts). */
const privateRefs = z.record(z.string(), z.record(z.string(), z.string())).nullable();

const change = z
  .object({
    resource_type: z.enum(resourceTypes),
    event_type: z.enum(eventTypes),
    /** ISO 8601 in UTC with milliseconds. */
    created_at: z.iso.datetime({ precision: 3 }),
    /** The client that caused the change; null when the hub itself did. */
    client_id: z.string().nullable(),
    account_id: z.string(),
    /** Where the resource lives; null at account level. */
    location_id: z.string().nullable(),
    /** The zone in which the event shows `created_at`; `UTC` for what belongs to no location. */
    timezone: z.string(),
    /** The id fields of the event body, in their order there. */
    ids: z.record(z.string(), z.string()),
    previous_state: document,
    new_state: document,
    previous_private_refs: privateRefs,
    private_refs: privateRefs,
    state_change: document,
  })
  .refine((body) => isSubscribable(body.resource_type, body.event_type), 'no such event for this resource type');

const connection = z.object({
  id: z.string(),
  /** Grows with every change of the connection: an older one that arrives later is to be ignored. */
  version: z.int(),
  status: z.enum(['active', 'blocked', 'disconnected', 'suspended']),
  /** SHA-256 of the access token in hexadecimal: what gateways keep their caches by. */
  token_digest: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  name: z.string().nullable(),
  account_id: z.string().nullable(),
  location_id: z.string().nullable(),
  catalog_id: z.string().nullable(),
  customer_list_id: z.string().nullable(),
  scope: z.string(),
  /** Encrypted (compact JWE): the key that signs the callbacks. */
  client_secret: z.string(),
});

const location = z.object({ id: z.string(), account_id: z.string() });

const customerAnonymised = z.object({
  account_id: z.string(),
  customer_list_id: z.string(),
  customer_id: z.string(),
});

/**
 * A topic's terms. `consumers` each get every message at least once and in order of its key; `listeners` hear of it
 * while they run (every instance), and are told when they may have missed some. `partitions` is the number of queues
 * per consumer among which replicas share the work. `version` grows when an old consumer could not read the new body.
 */
type Contract = {
  version: number;
  body: z.ZodType;
  consumers: readonly ServiceName[];
  listeners: readonly ServiceName[];
  partitions: number;
};

/** The messages between services, each declared once. */
export const contracts = {
  /** A resource of the API was created, changed or deleted. Key: `changeKey`. */
  change: { version: 1, body: change, consumers: ['events'], listeners: [], partitions: 8 },
  /** A connection was made, or its status, scope or bindings changed. Key: its id. */
  connection: { version: 1, body: connection, consumers: ['events'], listeners: ['gateway'], partitions: 1 },
  /** A fact about a location changed that gateways keep: suspended, resumed, timezone. Key: its id. */
  location: { version: 1, body: location, consumers: [], listeners: ['gateway'], partitions: 1 },
  /** A customer's personal data must be forgotten. Key: the customer's id. */
  'customer.anonymised': {
    version: 1,
    body: customerAnonymised,
    consumers: ['orders', 'events'],
    listeners: [],
    partitions: 1,
  },
} as const satisfies Record<string, Contract>;

export type Topic = keyof typeof contracts;
/** The body of a topic's messages. */
export type Body<T extends Topic> = z.infer<(typeof contracts)[T]['body']>;
export type Change = Body<'change'>;

export const topics = Object.keys(contracts) as Topic[];

export function isTopic(name: string): name is Topic {
  return Object.hasOwn(contracts, name);
}

/** A topic's terms under their common type. */
export function contractOf(topic: Topic): Contract {
  return contracts[topic];
}

/** What keeps the changes of one place in order: its location, or the account for what belongs to no location. */
export function changeKey(body: Pick<Change, 'location_id' | 'account_id'>): string {
  return body.location_id ?? body.account_id;
}
