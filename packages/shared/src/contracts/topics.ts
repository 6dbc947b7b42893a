/** The messages between services: each topic with its body, who consumes it, and how. */
import { z } from 'zod';
import { auditedChange } from './audited-change.ts';
import { changeSchema } from './change.ts';
import { customerOrder } from './customer-order.ts';
import type { ServiceName } from '../process/neighbours.ts';

const connection = z.object({
  id: z.string(),
  /** Grows with every change of the connection. A consumer ignores an older version that arrives late. */
  version: z.int(),
  status: z.enum(['active', 'blocked', 'disconnected', 'suspended']),
  /** SHA-256 of the access token in hexadecimal: the key of the gateways' caches. */
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
  /** The secret before the last rotation, and until when it signs, too. Absent from the release before. */
  previous_client_secret: z.string().nullish(),
  previous_secret_until: z.iso.datetime({ precision: 3 }).nullish(),
  /** Until when the previous secret is kept: it keys `X-Service-Hmac-SHA256`. Absent from the release before. */
  kept_secret_until: z.iso.datetime({ precision: 3 }).nullish(),
});

const location = z.object({
  id: z.string(),
  account_id: z.string(),
  /** The timezone that the location has now. Absent when it did not change, and from the release before. */
  timezone: z.string().optional(),
});

const customerAnonymised = z.object({
  account_id: z.string(),
  customer_list_id: z.string(),
  customer_id: z.string(),
  /** The client that asked for it, and so gets none of the events that follow; null from the previous release. */
  client_id: z.string().nullable().default(null),
  /** One of perhaps very many, whose list was deleted: those who are anonymised by themselves go first. */
  list_deleted: z.boolean().default(false),
});

/**
 * Only `producers` may send it. Each of `consumers` gets every message at least once, in order per key. Every running process
 * of `listeners` gets it as a broadcast, and hears when it may have missed some. `partitions`: the number of queues per
 * consumer, which its replicas share; of a topic with several, CHANGE_PARTITIONS can make more. `version` grows when
 * an older consumer could not read the new body: then that one holds the messages until it is upgraded. `olderBodies`: by
 * version, what the release before still sends, transformed into `body`.
 */
export type TopicTerms = {
  version: number;
  body: z.ZodType;
  olderBodies?: Readonly<Record<number, z.ZodType>>;
  producers: readonly ServiceName[];
  consumers: readonly ServiceName[];
  listeners: readonly ServiceName[];
  partitions: number;
};

/** The most partitions of a topic: eight, doubled up to three times. */
export const partitionsMax = 64;

export const topics = {
  /** A resource of the API was created, changed or deleted. Key: `changeKey`. */
  change: {
    version: 1,
    body: changeSchema,
    producers: ['auth', 'orders', 'catalog', 'customers'],
    consumers: ['events'],
    listeners: [],
    partitions: 8,
  },
  /** A connection was created, or its status, scope or bindings changed. Key: its id. */
  connection: {
    version: 1,
    body: connection,
    producers: ['auth'],
    consumers: ['events'],
    listeners: ['gateway'],
    partitions: 1,
  },
  /** A location was suspended or resumed, or its timezone changed. Gateways cache both. Key: its id. */
  location: {
    version: 1,
    body: location,
    producers: ['auth'],
    consumers: ['orders', 'customers', 'catalog'],
    listeners: ['gateway'],
    partitions: 1,
  },
  /** An order of a customer was created, or its total changed. Key: the customer's id. */
  'customer.order': {
    version: 1,
    body: customerOrder,
    producers: ['orders'],
    consumers: ['customers'],
    listeners: [],
    partitions: 1,
  },
  /** A customer was anonymised. Key: the customer's id. */
  'customer.anonymised': {
    version: 1,
    body: customerAnonymised,
    producers: ['customers'],
    consumers: ['orders', 'events'],
    listeners: [],
    partitions: 1,
  },
  /** A user changed something that another service than auth owns. Key: the account's id. */
  audit: {
    version: 1,
    body: auditedChange,
    producers: ['catalog'],
    consumers: ['auth'],
    listeners: [],
    partitions: 1,
  },
} as const satisfies Record<string, TopicTerms>;

export type Topic = keyof typeof topics;
/** The body of a topic's messages. */
export type Body<T extends Topic> = z.infer<(typeof topics)[T]['body']>;

export const isTopic = (name: string): name is Topic => Object.hasOwn(topics, name);

/** The terms of a topic, as their common type. */
export const termsOf = (topic: Topic): TopicTerms => topics[topic];
