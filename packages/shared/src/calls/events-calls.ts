/** The calls that events answers. */
import { z } from 'zod';
import { listOf } from '../values/lists.ts';
import { nameText } from '../values/texts/texts.ts';
import { internalCall } from './internal-call.ts';
import { principalCall } from './principal-call.ts';

const text = z.string();

const nullableText = text.nullable();

/** ISO 8601 in UTC with milliseconds. */
const time = z.iso.datetime({ precision: 3 });

/** How the last POST to a callback ended. `status` is null when there was no answer; then `reason` says why. */
const lastAttempt = z.object({
  at: time,
  outcome: z.enum(['acknowledged', 'failed']),
  status: z.int().nullable(),
  reason: nullableText,
});

/** The answers to a callback with a status from 400 to 499, one after the other. `status`: of the last one. */
const refusals = z.object({ count: z.int(), status: z.int() });

/** What became of a connection's callback. Without one `callback` is null. */
const connectionDeliveries = z.object({
  connection_id: text,
  callback: z
    .object({
      /** Without its query, which may hold a secret of the client. Null: events wait to be listed. */
      url: nullableText,
      /** What it subscribes to, such as `order.create`. */
      events: z.array(text),
      created_at: time,
      updated_at: time,
    })
    .nullable(),
  /** Counted up to 1,000, which means 1,000 or more. */
  waiting: z.int(),
  oldest_waiting_at: time.nullable(),
  last_attempt: lastAttempt.nullable(),
  /** Null for fewer than 20. Events of an older version does not tell. */
  refusals: refusals.nullable().default(null),
  /** It takes its events more slowly than they come. Events of an older version does not tell. */
  is_behind: z.boolean().default(false),
});

/** An event that waits for a connection, or was given up. */
const waitingEvent = z.object({
  id: text,
  connection_id: text,
  /** Such as `order.create`. */
  type: text,
  resource_id: text,
  created_at: time,
  /** How often it was posted, or is being posted. */
  attempts: z.int(),
  /** Null when no attempt is planned: it waits to be listed, an attempt is under way, or it was given up. */
  next_attempt_at: time.nullable(),
  /** When the last attempt had failed. */
  given_up_at: time.nullable(),
});

/** The callbacks of connections of the page's account, and what waits for them, in the order in which they are asked for. */
export const describeConnections = principalCall('POST /internal/connection-deliveries', {
  summary: 'What became of the callbacks of connections',
  to: 'events',
  principals: ['user'],
  input: z.object({ connection_ids: listOf(nameText, 100) }),
  reply: z.object({ connections: z.array(connectionDeliveries) }),
});

/** The callbacks of a client that refused the last 20 events or more, at most 100. The caller has checked whose client it is. */
export const listRefusingCallbacks = internalCall('GET /internal/clients/:client_id/refusing-callbacks', {
  summary: 'The callbacks of a client that refuse their events',
  to: 'events',
  from: ['back-office'],
  body: z.undefined(),
  reply: z.object({ callbacks: z.array(refusals.extend({ connection_id: text })) }),
  unavailable: 'The events service does not answer at the moment',
});

/** Likewise those of connections of these accounts, and of these clients, at most 100. The caller has checked whose they are. */
export const listRefusals = internalCall('POST /internal/refusing-callbacks', {
  summary: 'The callbacks of accounts and clients that refuse their events',
  to: 'events',
  from: ['auth'],
  body: z.object({ account_ids: listOf(nameText, 1_000), client_ids: listOf(nameText, 1_000) }),
  reply: listRefusingCallbacks.reply,
  unavailable: listRefusingCallbacks.unavailable,
});

export type RefusingCallback = z.output<typeof listRefusingCallbacks.reply>['callbacks'][number];

export type ConnectionDeliveries = z.output<typeof connectionDeliveries>;

/**
 * The latest 100 events about the page's location that wait or were given up, newest first; with `after`, those before that
 * id.
 */
export const listWaitingEvents = principalCall('GET /internal/waiting-events', {
  summary: 'The events about a location that wait or were given up',
  to: 'events',
  principals: ['user'],
  input: z.object({ after: nameText.optional() }),
  reply: z.object({ events: z.array(waitingEvent), more: z.boolean() }),
});

export type WaitingEvent = z.output<typeof waitingEvent>;
