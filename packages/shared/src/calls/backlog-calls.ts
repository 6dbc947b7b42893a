/** The calls about messages that wait or are parked. Every service with an outbox answers them, and auth asks for operators. */
import { z } from 'zod';
import type { ServiceName } from '../process/neighbours.ts';
import { boundedCount } from '../values/bounded-count.ts';
import { nameText } from '../values/texts/texts.ts';
import { internalCall } from './internal-call.ts';

const text = z.string();

/** The services with an outbox. */
export const messagingServices = ['auth', 'orders', 'catalog', 'customers', 'events'] as const satisfies ServiceName[];
export type MessagingService = (typeof messagingServices)[number];

/** ISO 8601 in UTC with milliseconds. */
export const utcTime = z.iso
  .datetime({ precision: 3 })
  .max(24)
  .meta({ examples: ['2026-07-01T10:00:00.000Z'] });

/** What waits in a service. Counts up to 10,000 of each. */
export const messageBacklog = z.object({
  /** Messages in the outbox. `oldest_at`: when the oldest was written. */
  outbox: boundedCount.extend({ oldest_at: utcTime.nullable() }),
  parked: boundedCount.extend({ oldest_at: utcTime.nullable() }),
  /** Messages that wait until the service is upgraded, and those behind them. `oldest_at`: when the oldest was held. */
  held: boundedCount.extend({ oldest_at: utcTime.nullable() }),
  /** The queues of RabbitMQ that the service reads; null while the broker does not answer. Empty without a broker. */
  queues: z.array(z.object({ queue: text, messages: z.int() })).nullable(),
});

export type MessageBacklog = z.output<typeof messageBacklog>;

/** A parked message, without its body. */
export const parkedMessage = z.object({
  id: text,
  topic: text,
  key: text,
  /** When the message was written. */
  created_at: utcTime,
  parked_at: utcTime,
  /** Why it was rejected, the last time. */
  reason: text.nullable(),
  /** How often it was sent and rejected: once, and once more after each retry by an operator. */
  attempts: z.int(),
  /** The size of its body. */
  bytes: z.int(),
  /** Whether it was parked without its body, which cannot be sent. */
  is_empty: z.boolean(),
});

/** Beside the message, the ids in its body. They say whom it is about, and name nobody. */
export const parkedMessageDetails = parkedMessage.extend({
  /** Of a change, such as `order.create`. */
  type: text.nullable(),
  account_id: text.nullable(),
  ids: z.record(text, text),
});

export type ParkedMessage = z.output<typeof parkedMessage>;
export type ParkedMessageDetails = z.output<typeof parkedMessageDetails>;

export const parkedCountMax = 100;

/** At most this many messages or events are sent again at a time. */
export const batchMax = 5_000;

const from = ['auth'] as const;
const unavailable = 'The service does not answer at the moment';

/** The calls to one service. */
export const backlogCalls = (to: MessagingService) => ({
  retrieveBacklog: internalCall('GET /internal/backlog', {
    summary: 'How many messages wait',
    ...{ to, from, unavailable },
    body: z.undefined(),
    reply: messageBacklog,
  }),
  /** The newest messages first: those with an id before `before`, and with `inclusive` that one too. */
  listParked: internalCall('POST /internal/parked-messages', {
    summary: 'The messages that consumers rejected',
    ...{ to, from, unavailable },
    body: z.object({
      topic: nameText.optional(),
      before: nameText.optional(),
      inclusive: z.boolean().optional(),
      count: z
        .int()
        .min(1)
        .max(parkedCountMax + 1),
    }),
    reply: z.object({ messages: z.array(parkedMessage) }),
  }),
  retrieveParked: internalCall('GET /internal/parked-messages/:message_id', {
    summary: 'A message that a consumer rejected',
    ...{ to, from, unavailable },
    body: z.undefined(),
    reply: parkedMessageDetails,
  }),
  /** Up to 5,000 messages, the oldest first. `more`: there are others. */
  retryParked: internalCall('POST /internal/parked-messages/retry', {
    summary: 'Send rejected messages again',
    ...{ to, from, unavailable },
    body: z.object({ id: nameText.optional(), topic: nameText.optional(), parked_before: utcTime }),
    reply: z.object({ retried: z.int(), more: z.boolean() }),
  }),
  deleteParked: internalCall('POST /internal/parked-messages/:message_id/delete', {
    summary: 'Delete a rejected message',
    ...{ to, from, unavailable },
    body: z.object({}),
    reply: z.object({ deleted: z.boolean() }),
  }),
});
