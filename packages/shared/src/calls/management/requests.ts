/**
 * The management API for the request log. The owner of an account sees the log of its connections. The owner of a client names it in
 * `client_id`, and sees the log of each of its connections, or of all together.
 */
import { z } from 'zod';
import { parseTime, timeSchema } from '../../values/times/times.ts';
import { nameText, textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { loggedRequest, requestFilters } from '../request-log-calls.ts';
import { watchedConnection } from './attempts.ts';
import { countUpTo, pageOf } from './page.ts';

const text = z.string();

/** An ISO 8601 time, such as `2026-07-01T18:30:00Z`. */
const time = timeSchema.transform((given) => parseTime(given).toISOString()).optional();

/** `after`: the `next` of the page before. */
const list = { ...requestFilters, since: time, until: time, after: textUpTo(64).optional(), count: countUpTo(100) };

export type LoggedRequest = z.output<typeof loggedRequest>;

const users = { to: 'auth', principals: ['user'] } as const;

/** Newest first. */
export const listRequests = principalCall('GET /management/connections/:connection_id/requests', {
  summary: 'List the requests of a connection',
  ...users,
  input: z.object({ ...list, client_id: nameText.optional() }),
  reply: pageOf(loggedRequest).extend({ connection: watchedConnection }),
});

/** `place`: the name of the location or account that came with the token. */
const requestOfClient = loggedRequest.extend({ place: text.nullable() });

/** Newest first. */
export const listRequestsOfClient = principalCall('GET /management/clients/:client_id/requests', {
  summary: 'List the requests of all connections of a client',
  ...users,
  input: z.object(list),
  reply: pageOf(requestOfClient).extend({ client_name: text }),
});
