import { queryBuilder, runQuery, type Database, type Queryable } from '@order-hub/shared/database';
import { timeOfId } from '@order-hub/shared/ids';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Owner } from '../callbacks/owner.ts';
import { slotOf } from '../day-logs/day-slots.ts';
import type { AttemptState, LoggedAttempt } from './logged-attempt.ts';

/** Stores attempts in one statement. Repeating it does nothing. */
export async function insertAttempts(db: Queryable, attempts: readonly LoggedAttempt[]): Promise<void> {
  const column = <Name extends keyof LoggedAttempt>(name: Name) => attempts.map((attempt) => attempt[name]);
  await db.query({
    name: 'insert-attempts',
    text: `insert into logged_attempts (slot, id, account_id, connection_id, event_id, type, attempt, state, status, fault,
             duration_ms, retry_at, request_headers, response_headers, response_body, resource_id, customer_id)
           select * from unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[],
             $8::text[], $9::smallint[], $10::text[], $11::int[], $12::timestamptz[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
           on conflict do nothing`,
    values: [
      attempts.map(({ id }) => slotOf(timeOfId(id))),
      ...[column('id'), column('account_id'), column('connection_id'), column('event_id'), column('type')],
      ...[column('attempt'), column('state'), column('status'), column('fault'), column('duration_ms')],
      ...[column('retry_at'), column('request_headers'), column('response_headers'), column('response_body')],
      ...[column('resource_id'), column('customer_id')],
    ],
  });
}

/**
 * Deletes what receivers answered to events about these customers, and to those that an older version logged, of which nobody
 * knows whom they are about.
 */
export async function clearAnswersAbout(db: Queryable, customer_ids: readonly string[]): Promise<void> {
  await db.query(
    `update logged_attempts set response_headers = null, response_body = null
     where (customer_id = any ($1) or customer_id is null) and response_headers is not null`,
    [customer_ids],
  );
}

/** A filter that is undefined does not apply. `type`: such as `order.create`. */
export type AttemptFilters = {
  state?: AttemptState | undefined;
  type?: string | undefined;
  event_id?: string | undefined;
};

/** A page of the owner's attempts, the newest first: those with ids from `oldest` up to, but without, `before`. */
export async function listAttemptRows(
  db: Database,
  { connection_id, account_id }: Owner,
  { state, type, event_id }: AttemptFilters,
  { count, before, oldest }: { count: number; before: string; oldest: string },
): Promise<Page<LoggedAttempt>> {
  const query = queryBuilder('logged_attempts')
    .select('*')
    .where({ connection_id, account_id })
    .where('id', '<', before)
    .where('id', '>=', oldest)
    .orderBy('id', 'desc')
    .limit(count + 1);
  if (state !== undefined) query.where({ state });
  if (type !== undefined) query.where({ type });
  if (event_id !== undefined) query.where({ event_id });
  return takePage(await runQuery<LoggedAttempt>(db, query), count, ({ id }) => id);
}

/** One of the owner's attempts, unless its id is smaller than `oldest`. */
export async function findAttempt(
  db: Queryable,
  { connection_id, account_id }: Owner,
  { id, oldest }: { id: string; oldest: string },
): Promise<LoggedAttempt | undefined> {
  const { rows } = await db.query<LoggedAttempt>({
    name: 'find-attempt',
    text: `select * from logged_attempts
           where connection_id = $1 and account_id = $2 and id = $3 and id >= $4`,
    values: [connection_id, account_id, id, oldest],
  });
  return rows[0];
}

/** What the page of an order tells of an attempt. */
export type AttemptAbout = Omit<
  LoggedAttempt,
  | 'account_id'
  | 'resource_id'
  | 'customer_id'
  | 'duration_ms'
  | 'request_headers'
  | 'response_headers'
  | 'response_body'
>;

/** The latest attempts to push an account's events about some resources, the newest first, unless their ids are smaller than `oldest`. */
export async function listAttemptsAbout(
  db: Queryable,
  { account_id, resource_ids }: { account_id: string; resource_ids: readonly string[] },
  { count, oldest }: { count: number; oldest: string },
): Promise<AttemptAbout[]> {
  const { rows } = await db.query<AttemptAbout>({
    name: 'list-attempts-about',
    text: `select id, connection_id, event_id, type, attempt, state, status, fault, retry_at from logged_attempts
           where account_id = $1 and resource_id = any($2::text[]) and id >= $3 order by id desc limit $4`,
    values: [account_id, resource_ids, oldest, count],
  });
  return rows;
}
