/** The management API for what waits: messages between services, and events. For operators; nobody sees a body or a state. */
import { z } from 'zod';
import { parseTime, timeSchema } from '../../values/times/times.ts';
import { nameText, textUpTo } from '../../values/texts/texts.ts';
import {
  messageBacklog,
  messagingServices,
  parkedCountMax,
  parkedMessage,
  parkedMessageDetails,
  utcTime,
} from '../backlog-calls.ts';
import { droppedEvent, retrieveWaitingEvents } from '../event-backlog-calls.ts';
import { principalCall } from '../principal-call.ts';
import { countUpTo } from './page.ts';

const text = z.string();
const nullableText = text.nullable();
const optionalId = nameText.optional();
const service = z.enum(messagingServices, `must be one of ${messagingServices.join(', ')}`);
const services = z.array(service);

const operators = { to: 'auth', principals: ['operator'] } as const;

/** An ISO 8601 time, such as `2026-07-01T18:30:00Z`, as UTC with milliseconds. */
const time = timeSchema.transform((text) => parseTime(text).toISOString());

const events = retrieveWaitingEvents.reply.shape;
const named = <Group extends z.ZodRawShape>(group: z.ZodObject<Group>) => group.extend({ name: nullableText });

/** `name`: of an account or a client; null for one that auth does not know. */
const namedEvents = z.object({
  ...events,
  accounts: z.array(named(events.accounts.element)),
  clients: z.array(named(events.clients.element)),
  connections: z.array(events.connections.element.extend({ account_name: nullableText, client_name: nullableText })),
});

/** What waits, since when, and why. A service that does not answer has null. */
export const retrieveBacklog = principalCall('GET /management/backlog', {
  summary: 'What waits in the hub: messages between services, and events',
  ...operators,
  input: z.object({ account: optionalId, client: optionalId, connection: optionalId }),
  reply: z.object({
    services: z.array(z.object({ service, backlog: messageBacklog.nullable() })),
    events: namedEvents.nullable(),
  }),
});

export type Backlog = z.output<typeof retrieveBacklog.reply>;

const managedMessage = parkedMessage.extend({ service });

export type ManagedMessage = z.output<typeof managedMessage>;

/** `after`: the `next` of the page before. `unavailable`: services whose messages are missing. */
export const listParkedMessages = principalCall('GET /management/parked_messages', {
  summary: 'List the messages that consumers rejected, the newest first',
  ...operators,
  input: z.object({
    service: service.optional(),
    topic: optionalId,
    after: textUpTo(100).optional(),
    count: countUpTo(parkedCountMax),
  }),
  reply: z.object({ items: z.array(managedMessage), next: nullableText, unavailable: services }),
});

export const retrieveParkedMessage = principalCall('GET /management/parked_messages/:message_id', {
  summary: 'Retrieve a message that a consumer rejected, without its body',
  ...operators,
  reply: parkedMessageDetails.extend({ service }),
});

export type ManagedMessageDetails = z.output<typeof retrieveParkedMessage.reply>;

/**
 * Up to 5,000 messages of each service, the oldest first: the one with an id, or all of a topic. `more`: there are others; ask
 * again with the `parked_before` of the reply, so that no message that is parked again meanwhile is sent a third time.
 */
export const retryParkedMessages = principalCall('POST /management/parked_messages/retry', {
  summary: 'Send rejected messages again',
  ...operators,
  input: z.object({
    id: optionalId,
    topic: optionalId,
    service: service.optional(),
    parked_before: time.optional(),
  }),
  reply: z.object({ retried: z.int(), more: z.boolean(), parked_before: utcTime, unavailable: services }),
});

export const deleteParkedMessage = principalCall('POST /management/parked_messages/:message_id/delete', {
  summary: 'Delete a message that a consumer rejected',
  ...operators,
  reply: z.object({}),
});

/** The times are about when the events were dropped. */
export const droppedInput = {
  id: optionalId,
  account: optionalId,
  client: optionalId,
  connection: optionalId,
  reason: textUpTo(300).optional(),
  since: time.optional(),
  until: time.optional(),
};

export const listDroppedEvents = principalCall('GET /management/dropped_events', {
  summary: 'List the events that were given up, the newest first, without their states',
  ...operators,
  input: z.object({ ...droppedInput, after: optionalId, count: countUpTo(100) }),
  reply: z.object({
    items: z.array(droppedEvent.extend({ account_name: nullableText, client_name: nullableText })),
    next: nullableText,
  }),
});

export type ManagedDroppedEvent = z.output<typeof listDroppedEvents.reply>['items'][number];

/** Up to 5,000 events, the oldest first. `next`: the `after` of the next batch; null when there is none. */
export const replayDroppedEvents = principalCall('POST /management/dropped_events/replay', {
  summary: 'Push events again that were given up',
  ...operators,
  input: z.object({ ...droppedInput, after: optionalId }),
  reply: z.object({ replayed: z.int(), without_callback: z.int(), next: nullableText }),
});
