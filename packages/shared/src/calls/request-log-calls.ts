/** The calls about the request log. The events service stores it for the gateways, and auth asks for those who may see it. */
import { z } from 'zod';
import { listOf } from '../values/lists.ts';
import { textUpTo } from '../values/texts/texts.ts';
import { utcTime } from './backlog-calls.ts';
import { internalCall } from './internal-call.ts';

const text = z.string();
const id = textUpTo(64);
/** What a column holds. */
const count = z.int().min(0).max(2_147_483_647);

/** Above these sizes the gateway leaves out the rest, and events refuses the request. */
export const requestTextsMax = { method: 16, path: 400, query: 600, code: 60, fields: 1_000, user_agent: 100 } as const;

const sizes = requestTextsMax;

/**
 * A request that the gateway answered, without anything of what it held (docs/api/requests.md#what-is-kept). `id`: the
 * `X-Request-Id`, which has the time. `fields`: the names of fields at fault, with spaces between them. `unlisted`: how many requests of
 * the connection were left out since the one before.
 */
export const notedRequest = z.object({
  id,
  account_id: id,
  client_id: id,
  connection_id: id,
  method: textUpTo(sizes.method),
  path: textUpTo(sizes.path),
  query: textUpTo(sizes.query).nullable(),
  /** Null: the client left before the answer. */
  status: z.int().min(100).max(999).nullable(),
  code: textUpTo(sizes.code).nullable(),
  fields: textUpTo(sizes.fields).nullable(),
  duration_ms: count,
  bytes_in: count,
  bytes_out: count,
  has_idempotency_key: z.boolean(),
  user_agent: textUpTo(sizes.user_agent).nullable(),
  unlisted: count,
});

export type NotedRequest = z.output<typeof notedRequest>;

/** How many requests a call has at most. */
export const notedMax = 200;

const unavailable = 'The events service does not answer at the moment';

/** Storing requests again does nothing. */
export const recordRequests = internalCall('POST /internal/request-log', {
  summary: 'Requests of connections that a gateway has answered',
  to: 'events',
  from: ['gateway'],
  body: z.object({ requests: listOf(notedRequest, notedMax) }),
  reply: z.object({}),
  unavailable,
  mayRefuse: true,
});

/** `failed`: 4xx, 5xx, or without an answer. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'failed'] as const;

export const loggedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Which requests; a filter that is left out does not apply. They began at `since` or later, and before `until`. */
export const requestFilters = {
  status: z.enum(statusClasses).optional(),
  method: z.enum(loggedMethods).optional(),
  request_id: id.optional(),
  since: utcTime.optional(),
  until: utcTime.optional(),
};

/** A request of the log (docs/api/requests.md#request-log). `started_at` is in UTC. */
export const loggedRequest = notedRequest
  .omit({ account_id: true, client_id: true, fields: true })
  .extend({ started_at: text, fields: z.array(text) });

const list = { ...requestFilters, before: id.optional(), count: z.int().min(1).max(100) };

const page = z.object({ items: z.array(loggedRequest), next: text.nullable() });

const asked = { to: 'events', from: ['auth'], reply: page, unavailable } as const;

/** The newest first: those with an id before `before`. A page may have fewer than `count` before the last one. */
export const listRequests = internalCall('POST /internal/requests', {
  summary: 'The requests of a connection',
  ...asked,
  body: z.object({ ...list, account_id: id, connection_id: id }),
});

/** As `listRequests`, of all connections of a client. */
export const listRequestsOfClient = internalCall('POST /internal/clients/:client_id/requests', {
  summary: 'The requests of a client',
  ...asked,
  body: z.object(list),
});
