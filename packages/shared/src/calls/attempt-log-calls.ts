/** The calls about the delivery log of a connection. The events service answers them; auth asks for those who may see it. */
import { z } from 'zod';
import { managingRoles } from '../tokens/roles.ts';
import { boundedCount } from '../values/bounded-count.ts';
import { nameText, textUpTo } from '../values/texts/texts.ts';
import { lookUpConnection } from './auth-calls.ts';
import { utcTime } from './backlog-calls.ts';
import { internalCall } from './internal-call.ts';
import { principalCall } from './principal-call.ts';

const text = z.string();
const nullableText = text.nullable();

const common = {
  to: 'events',
  from: ['auth'],
  unavailable: 'The events service does not answer at the moment',
} as const;

const { caller } = lookUpConnection.reply.shape;

const id = textUpTo(64);
const optionalId = id.nullable();
const timezone = textUpTo(100);

/** The connection that the call is about, as the gateway would name it: what it may do itself is done, with the same limits. */
const subject = {
  caller: caller.extend({
    connection_id: id,
    connection_name: nameText.nullable(),
    client_id: id,
    client_name: nameText,
    user_id: id,
    account: z.object({ id, currency: textUpTo(3) }),
    location_id: optionalId,
    catalog_id: optionalId,
    customer_list_id: optionalId,
    scope: textUpTo(4_096),
  }),
  location: z.object({ id, timezone }).nullable(),
};

/** `refused`: acknowledged with a status from 400 to 499. `given_up`: after the last attempt. */
export const attemptStates = ['acknowledged', 'refused', 'retrying', 'given_up'] as const;

const headers = z.record(text, text);

/** An attempt (docs/api/events.md#delivery-log). `ended_at` and `retry_at` are in UTC. */
export const loggedAttempt = z.object({
  id: text,
  event_id: text,
  resource_type: text,
  event_type: text,
  /** Null for an attempt that an older version logged. */
  resource_id: nullableText,
  ended_at: text,
  attempt: z.int(),
  state: z.enum(attemptStates),
  status: z.int().nullable(),
  fault: nullableText,
  duration_ms: z.int(),
  retry_at: nullableText,
  request_headers: headers,
  response_headers: headers.nullable(),
  response_body: nullableText,
});

/** Which attempts; a filter that is left out does not apply. `type`: such as `order.create`. */
export const attemptFilters = {
  state: z.enum(attemptStates).optional(),
  type: textUpTo(100).optional(),
  event_id: nameText.optional(),
};

/**
 * Whether the answers of the receiver are shown whole. They may repeat what is in an event: without, their bodies are left out,
 * and most of their headers.
 */
const with_personal_data = z.boolean();

/** The newest attempts first: those with an id before `before`. */
export const listAttempts = internalCall('POST /internal/attempts', {
  summary: 'The attempts to push events to a connection',
  ...common,
  body: z.object({
    ...subject,
    ...attemptFilters,
    with_personal_data,
    before: nameText.optional(),
    count: z.int().min(1).max(100),
  }),
  reply: z.object({ items: z.array(loggedAttempt), next: nullableText }),
});

export const retrieveAttempt = internalCall('POST /internal/attempts/:attempt_id', {
  summary: 'An attempt to push an event to a connection',
  ...common,
  body: z.object({ ...subject, with_personal_data }),
  reply: loggedAttempt,
});

/** Which kept events: those that were refused or given up at `since` or later. */
export const keptFilters = { state: z.enum(['refused', 'given_up']).optional(), since: utcTime.optional() };

/** `subscribed`: what the callback subscribes to; null without a callback. `kept`: what can be sent again. */
export const describeSending = internalCall('POST /internal/sending', {
  summary: 'What can be sent to the callback of a connection',
  ...common,
  body: z.object({ ...subject, ...keptFilters }),
  reply: z.object({ subscribed: z.array(text).nullable(), kept: boundedCount }),
});

const resent = z.object({ resent: z.int(), more: z.boolean() });

/** 404 without a callback. */
export const resendEvents = internalCall('POST /internal/resent-events', {
  summary: 'Send refused and given up events of a connection again',
  ...common,
  body: z.object({ ...subject, ...keptFilters }),
  reply: resent,
});

export const resendAttempt = internalCall('POST /internal/attempts/:attempt_id/resend', {
  summary: 'Send the event of an attempt again',
  ...common,
  body: z.object(subject),
  reply: resent,
  mayRefuse: true,
});

/** Of each kind to which the callback subscribes, or of the one in `type`. 404 without a callback. */
export const sendTestEvents = internalCall('POST /internal/test-events', {
  summary: 'Send test events to a connection',
  ...common,
  body: z.object({ ...subject, type: textUpTo(100).optional() }),
  reply: z.object({ events: z.int() }),
  mayRefuse: true,
});

/** What the page of an order tells of an attempt: nothing that a receiver wrote. `ended_at` and `retry_at` are in UTC. */
const orderAttempt = loggedAttempt
  .pick({ id: true, event_id: true, resource_type: true, event_type: true, ended_at: true })
  .extend(loggedAttempt.pick({ attempt: true, state: true, status: true, fault: true, retry_at: true }).shape)
  .extend({ connection_id: text });

/**
 * The latest 200 attempts of the last seven days to push the events of an order of the page's location, newest first. Those of its delivery
 * are logged under an id of their own: `delivery_id`, which the caller has read in the order.
 */
export const listOrderAttempts = principalCall('GET /internal/order-attempts/:order_id', {
  summary: 'The attempts to push the events of an order and its delivery',
  to: 'events',
  principals: ['user'],
  roles: managingRoles,
  input: z.object({ delivery_id: id.optional() }),
  reply: z.object({ attempts: z.array(orderAttempt) }),
});

export type OrderAttempt = z.output<typeof orderAttempt>;
