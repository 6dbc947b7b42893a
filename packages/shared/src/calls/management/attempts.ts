/**
 * The management API for the delivery log of a connection. The owner of its account sees it whole. The owner of its client names
 * the client in `client_id`, and sees it without personal data.
 */
import { z } from 'zod';
import { parseTime, timeSchema } from '../../values/times/times.ts';
import { nameText } from '../../values/texts/texts.ts';
import { attemptFilters, describeSending, keptFilters, loggedAttempt } from '../attempt-log-calls.ts';
import { principalCall } from '../principal-call.ts';
import { countUpTo, pageOf } from './page.ts';

const text = z.string();
const nullableText = text.nullable();

const users = { to: 'auth', principals: ['user'] } as const;

const asClient = { client_id: nameText.optional() };

/** The ids of the place are null for the owner of the client. */
export const watchedConnection = z.object({
  id: text,
  client_id: text,
  client_name: text,
  account_id: nullableText,
  account_name: nullableText,
  location_id: nullableText,
  location_name: nullableText,
});

export type WatchedConnection = z.output<typeof watchedConnection>;

export type LoggedAttempt = z.output<typeof loggedAttempt>;

/** Newest first. `after`: the `next` of the page before. */
export const listAttempts = principalCall('GET /management/connections/:connection_id/attempts', {
  summary: 'List the attempts to push events to a connection',
  ...users,
  input: z.object({ ...asClient, ...attemptFilters, after: nameText.optional(), count: countUpTo(100) }),
  reply: pageOf(loggedAttempt).extend({ connection: watchedConnection }),
});

export const retrieveAttempt = principalCall('GET /management/connections/:connection_id/attempts/:attempt_id', {
  summary: 'Retrieve an attempt to push an event to a connection',
  ...users,
  input: z.object(asClient),
  reply: z.object({ connection: watchedConnection, attempt: loggedAttempt }),
});

const kept = {
  ...keptFilters,
  /** An ISO 8601 time, such as `2026-07-01T18:30:00Z`. */
  since: timeSchema.transform((given) => parseTime(given).toISOString()).optional(),
};

/** What can be sent to a connection: kinds of test events, and kept events that match. */
export const retrieveSending = principalCall('GET /management/connections/:connection_id/sending', {
  summary: 'Retrieve what can be sent to the callback of a connection',
  ...users,
  input: z.object({ ...asClient, ...kept }),
  reply: describeSending.reply.extend({ connection: watchedConnection }),
});

export type Sending = z.output<typeof retrieveSending.reply>;

const resent = z.object({ resent: z.int(), more: z.boolean() });

/** Up to 5,000 events, the oldest first. `more`: there are others; ask again. */
export const resendEvents = principalCall('POST /management/connections/:connection_id/resend', {
  summary: 'Send the refused and given up events of a connection again',
  ...users,
  input: z.object({ ...asClient, ...kept }),
  reply: resent,
});

export const resendAttempt = principalCall('POST /management/connections/:connection_id/attempts/:attempt_id/resend', {
  summary: 'Send the event of an attempt again',
  ...users,
  input: z.object(asClient),
  reply: resent,
});

/** One of each kind to which the callback subscribes, or the one that `type` names. */
export const sendTestEvents = principalCall('POST /management/connections/:connection_id/test_events', {
  summary: 'Send test events to a connection',
  ...users,
  input: z.object({ ...asClient, type: nameText.optional() }),
  reply: z.object({ events: z.int() }),
});
