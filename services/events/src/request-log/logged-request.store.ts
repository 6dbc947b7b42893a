import { queryBuilder, runQuery, type Database, type Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Owner } from '../callbacks/owner.ts';
import { areFailed, statusesOf, type LoggedRequest, type StatusClass } from './logged-request.ts';

/** Stores requests in one statement. Repeating it does nothing. */
export async function insertRequests(db: Queryable, requests: readonly LoggedRequest[]): Promise<void> {
  const column = <Name extends keyof LoggedRequest>(name: Name) => requests.map((request) => request[name]);
  await db.query({
    name: 'insert-requests',
    text: `insert into logged_requests (slot, id, account_id, client_id, connection_id, method, path, query, status, failed,
             code, fields, duration_ms, bytes_in, bytes_out, has_idempotency_key, user_agent, unlisted)
           select * from unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
             $8::text[], $9::smallint[], $10::boolean[], $11::text[], $12::text[], $13::int[], $14::int[], $15::int[],
             $16::boolean[], $17::text[], $18::int[])
           on conflict do nothing`,
    values: [
      ...[column('slot'), column('id'), column('account_id'), column('client_id'), column('connection_id')],
      ...[column('method'), column('path'), column('query'), column('status'), column('failed')],
      ...[column('code'), column('fields'), column('duration_ms'), column('bytes_in'), column('bytes_out')],
      ...[column('has_idempotency_key'), column('user_agent'), column('unlisted')],
    ],
  });
}

/** A filter that is undefined does not apply. */
export type RequestFilters = {
  status?: StatusClass | undefined;
  method?: string | undefined;
  request_id?: string | undefined;
};

/** Requests with ids from `oldest` up to, but without, `before`. */
export type RequestPage = { count: number; before: string; oldest: string };

/** A page looks at no more requests than these: a rare method must not make it read those of a week. */
const lookedAtMax = 10_000;

/** The requests that a page may look at, the newest first. */
function requestsOf({ status }: RequestFilters, { before, oldest }: Pick<RequestPage, 'before' | 'oldest'>) {
  const query = queryBuilder('logged_requests')
    .where('id', '<', before)
    .where('id', '>=', oldest)
    .orderBy('id', 'desc');
  return areFailed(status) ? query.where({ failed: true }) : query;
}

/** The last request that a page with filters may look at. */
const lastLookedAt = (filters: RequestFilters, page: RequestPage) =>
  requestsOf(filters, page)
    .select('id')
    .offset(lookedAtMax - 1)
    .limit(1);

type Last = { id: string };

/** The requests of a page, and one more. `last`: it ends there at the latest. */
function matchingRequests(filters: RequestFilters, { count, before, oldest }: RequestPage, last: Last | undefined) {
  const { status, method, request_id } = filters;
  const query = requestsOf(filters, { before, oldest: last?.id ?? oldest })
    .select('*')
    .limit(count + 1);
  const statuses = status && statusesOf(status);
  if (statuses) query.where('status', '>=', statuses.from).where('status', '<', statuses.below);
  if (method !== undefined) query.where({ method });
  if (request_id !== undefined) query.where({ id: request_id });
  return query;
}

/** A page that ends early, because it looked at enough, continues where it ended. */
function pageOf(rows: readonly LoggedRequest[], count: number, last: Last | undefined): Page<LoggedRequest> {
  const { items, next } = takePage(rows, count, ({ id }) => id);
  return { items, next: next ?? last?.id ?? null };
}

/** Whether the index alone finds what matches. */
const areIndexed = ({ status, method, request_id }: RequestFilters) =>
  request_id !== undefined || (method === undefined && (status === undefined || status === 'failed'));

/** A page of the owner's requests, the newest first. */
export async function listRequestsOfConnection(
  db: Database,
  { connection_id, account_id }: Owner,
  filters: RequestFilters,
  page: RequestPage,
): Promise<Page<LoggedRequest>> {
  const of = { connection_id, account_id };
  const [last] = areIndexed(filters) ? [] : await runQuery<Last>(db, lastLookedAt(filters, page).where(of));
  const rows = await runQuery<LoggedRequest>(db, matchingRequests(filters, page, last).where(of));
  return pageOf(rows, page.count, last);
}

/** A page of the requests of all connections of a client, the newest first. */
export async function listRequestsOfClient(
  db: Database,
  client_id: string,
  filters: RequestFilters,
  page: RequestPage,
): Promise<Page<LoggedRequest>> {
  const of = { client_id };
  const [last] = areIndexed(filters) ? [] : await runQuery<Last>(db, lastLookedAt(filters, page).where(of));
  const rows = await runQuery<LoggedRequest>(db, matchingRequests(filters, page, last).where(of));
  return pageOf(rows, page.count, last);
}
