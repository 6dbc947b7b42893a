/**
 * What the request log keeps of a request (docs/api/requests.md#what-is-kept): nothing that it held, and of its target only what this
 * file knows. Hot: runs for every request that is listed. Benchmark: `npm run bench -- gateway`.
 */
import { noFault } from '@order-hub/shared/fault-header';
import { requestTextsMax, type NotedRequest } from '@order-hub/shared/request-log-calls';
import type { Traffic } from '../limits/limit-cost.ts';
import type { PublicRequest } from '../request/public-request.ts';

/** Stands for what is left out. */
const omitted = '…';

/** The words in the paths of the API. */
const words = new Set(
  (
    'v1 user accounts account locations location orders delivery catalogs categories products option_lists deals discounts charges ' +
    'skus options images data inventory customer_lists customers anonymise loyalty_cards operations callback deliveries resend ' +
    'events test requests'
  ).split(' '),
);

/** An id of the hub. Until 2059 it begins with 0, so no name, email address or phone number looks like one. */
const id = /^0[0-9a-z]{19}$/;
const word = /^[0-9A-Za-z_]{1,30}$/;
const wordList = /^[a-z_]{1,30}(?:(?:,|%2C)[a-z_]{1,30}){0,14}$/i;
const time = /^\d{4}-\d\d-\d\dT\d\d(?:(?::|%3A)\d\d){1,2}(?:\.\d{1,9})?(?:Z|(?:[+-]|%2B)\d\d(?:(?::|%3A)?\d\d)?)$/i;

/** The parameters whose values are kept, if they have this form. */
const kept = new Map([
  ['count', /^\d{1,6}$/],
  ['after', time],
  ['before', time],
  ['status', word],
  ['if_status', wordList],
  ['state', word],
  ['method', word],
  ['hide_data', /^(?:true|false)$/],
  ['customer_id', id],
  ['event_id', id],
  ['request_id', id],
  ['through', id],
]);

/** Those whose values may be personal data, or anything. */
const namesOnly = new Set(['created_by', 'cursor', 'email', 'name', 'phone', 'private_ref', 'ref']);

/** A cursor opens a place in a list: enough of it is kept to tell one page from the next. 16 bytes and a position. */
const cursor = /^(cursor=[\w-]{8})[\w-]{14,112}$/;

const partsMax = 14;
const parametersMax = 10;
const queryCharsMax = 2_000;

const keptPart = (part: string) => (part === '' || words.has(part) || id.test(part) ? part : omitted);

/** The path without what is neither a word of the API nor an id. */
export const keptPath = (path: string): string => path.split('/', partsMax).map(keptPart).join('/');

function keptParameter(parameter: string): string {
  const start = cursor.exec(parameter)?.[1];
  if (start !== undefined) return `${start}${omitted}`;
  const end = parameter.indexOf('=');
  const name = end < 0 ? parameter : parameter.slice(0, end);
  const form = kept.get(name);
  if (form?.test(parameter.slice(end + 1))) return parameter;
  return form || namesOnly.has(name) ? `${name}=${omitted}` : omitted;
}

/** The query, with its question mark, without values that may be personal data. */
export const keptQuery = (query: string): string | null =>
  query.length <= 1
    ? null
    : query
        .slice(1, queryCharsMax)
        .split('&', parametersMax)
        .map(keptParameter)
        .join('&')
        .slice(0, requestTextsMax.query);

const userAgentCharsMax = 300;
const comment = /\([^()]*\)/g;
const product = /^[A-Za-z][\w.-]{0,29}\/[\w.+-]{1,20}$/;
const productsMax = 3;

/**
 * The first products that a client names, with their versions, such as `till/2.1 okhttp/4.9`. Comments may hold addresses of people, a
 * word alone may be a name, and a long one a secret.
 */
export function productsOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const parts = userAgent.slice(0, userAgentCharsMax).replace(comment, ' ').split(' ');
  const products = parts.filter((part) => product.test(part)).slice(0, productsMax);
  return products.length > 0 ? products.join(' ') : null;
}

const countMax = 2_147_483_647;
const bounded = (count: number) => Math.min(countMax, Math.max(0, Math.round(count)));

/** The status that the client got; null if it left before. */
export const statusOf = ({ res }: PublicRequest): number | null => (res.headersSent ? res.statusCode : null);

/** `invalid_fields items.0.price` in two parts. */
function faultOf({ fault }: PublicRequest): Pick<NotedRequest, 'code' | 'fields'> {
  if (fault === undefined) return { code: null, fields: null };
  const end = fault.indexOf(' ');
  if (end < 0) return { code: fault.slice(0, requestTextsMax.code), fields: null };
  const code = fault.slice(0, end);
  return { code: code === noFault ? null : code, fields: fault.slice(end + 1, end + 1 + requestTextsMax.fields) };
}

type Ended = { traffic: Traffic; nowMs: number; unlisted: number };

/** The caller of a request that is noted. */
export type Sender = { account_id: string; client_id: string; connection_id: string };

/** What is kept of a request that has ended. */
export function notedOf(
  request: PublicRequest,
  { account_id, client_id, connection_id }: Sender,
  { traffic, nowMs, unlisted }: Ended,
): NotedRequest {
  const { req, requestId, calledPath, query, startedMs } = request;
  const { code, fields } = faultOf(request);
  return {
    id: requestId,
    account_id,
    client_id,
    connection_id,
    method: req.method ?? '',
    path: keptPath(calledPath),
    query: keptQuery(query),
    status: statusOf(request),
    code,
    fields,
    duration_ms: bounded(nowMs - startedMs),
    bytes_in: bounded(traffic.bytesIn),
    bytes_out: bounded(traffic.bytesOut),
    has_idempotency_key: req.headers['idempotency-key'] !== undefined,
    user_agent: productsOf(req.headers['user-agent']),
    unlisted: bounded(unlisted),
  };
}
