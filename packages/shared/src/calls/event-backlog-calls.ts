/** The calls about events that wait or were dropped. The events service answers them, and auth asks for operators. */
import { z } from 'zod';
import { boundedCount } from '../values/bounded-count.ts';
import { nameText, textUpTo } from '../values/texts/texts.ts';
import { utcTime } from './backlog-calls.ts';
import { internalCall } from './internal-call.ts';

const text = z.string();
const nullableText = text.nullable();
const optionalId = nameText.optional();

const common = {
  to: 'events',
  from: ['auth'],
  unavailable: 'The events service does not answer at the moment',
} as const;

/** What waits, since when, and why, for one connection or for all those of an account or a client together. */
const waitingEvents = z.object({
  /** Counts up to 1,000 events of each connection. */
  waiting: boundedCount,
  oldest_at: utcTime,
  /** Why, such as `suspended` or `answers 500`: of several connections the three most frequent reasons. */
  reasons: z.array(text),
});

const waitingGroup = waitingEvents.extend({ id: text, connections: z.int() });
const waitingConnection = waitingEvents.extend({ id: text, account_id: nullableText, client_id: text });

/** Events are counted for this many connections at most. */
export const examinedConnectionsMax = 5_000;

/** The twenty accounts, clients and connections for which most events wait, and how many events were dropped. */
export const retrieveWaitingEvents = internalCall('POST /internal/waiting-events-by-connection', {
  summary: 'Which events wait to be pushed or polled',
  ...common,
  body: z.object({ account: optionalId, client: optionalId, connection: optionalId }),
  reply: z.object({
    accounts: z.array(waitingGroup),
    clients: z.array(waitingGroup),
    connections: z.array(waitingConnection),
    /** Events wait for more connections than were examined: name an account or a connection. */
    is_partial: z.boolean(),
    dropped: boundedCount,
  }),
});

export type WaitingEvents = z.output<typeof retrieveWaitingEvents.reply>;
export type WaitingGroup = z.output<typeof waitingGroup>;
export type WaitingConnection = z.output<typeof waitingConnection>;

/** Which dropped events: those that match all of it. `since` and `until` are about when they were dropped. */
export const droppedFilters = {
  id: optionalId,
  account: optionalId,
  client: optionalId,
  connection: optionalId,
  reason: textUpTo(300).optional(),
  since: utcTime.optional(),
  until: utcTime.optional(),
};

/** A dropped event, without its states. */
export const droppedEvent = z.object({
  id: text,
  /** Such as `order.create`. */
  type: text,
  resource_id: nullableText,
  connection_id: text,
  account_id: nullableText,
  client_id: nullableText,
  /** When the resource changed. */
  created_at: utcTime,
  dropped_at: utcTime,
  attempts: z.int(),
  /** Why the last attempt failed. */
  reason: text,
  /** Whether it can be replayed: its connection still has a callback. */
  can_be_replayed: z.boolean(),
});

export type DroppedEvent = z.output<typeof droppedEvent>;

/** The newest events first: those with an id before `before`. */
export const listDroppedEvents = internalCall('POST /internal/dropped-events', {
  summary: 'The events that were given up',
  ...common,
  body: z.object({ ...droppedFilters, before: optionalId, count: z.int().min(1).max(100) }),
  reply: z.object({ items: z.array(droppedEvent), next: nullableText }),
});

/** Up to 5,000 events, the oldest first: those with an id after `after`. `next`: the `after` of the next batch; null at the end. */
export const replayDroppedEvents = internalCall('POST /internal/dropped-events/replay', {
  summary: 'Push events again that were given up',
  ...common,
  body: z.object({ ...droppedFilters, after: optionalId }),
  reply: z.object({ replayed: z.int(), without_callback: z.int(), next: nullableText }),
});
