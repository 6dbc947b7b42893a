/** Fills the events tables: an application that never polls, so that all of its events wait. */
import pg from 'pg';
import { orderDocument } from '../../harness/samples.ts';
import { timeChars } from '../orders/orders-fill.ts';

const batchSize = 100_000;

/** `from` and `to`: the time of the first and the last event. */
type Waiting = { url: string; account_id: string; location_id: string; count: number; from: Date; to: Date };

const insertSubscriber = `
  with connection as (
    insert into events.connections (id, version, status, client_id, account_id, location_id, scope)
    values ('bench-poller', 1, 'active', 'bench-poller', $1, $2, 'location[orders.read]')
  )
  insert into events.callbacks (connection_id, id, account_id, events, subscribed, judged_version)
  values ('bench-poller', 'bench-poller', $1, '{}', '{}', 1)`;

const insertEvents = `
  with happened as materialized (
    select ${timeChars('ms')} || lpad(n::text, 11, '0') as id, 'bench' || n as order_id, ms
    from generate_series($3::bigint, $4::bigint) n cross join lateral (select $5::bigint + ($6::float8 * n)::bigint as ms) t
  ), stored as (
    insert into events.changes (id, resource_type, event_type, created_at, timezone, ids, new_state, account_id)
    select id, 'order', 'create', to_timestamp(ms / 1000.0), 'Europe/Paris',
      json_build_object('order_id', order_id, 'location_id', $2::text, 'account_id', $1::text), $7, $1::text
    from happened
  )
  insert into events.events (callback_id, id, change_id, resource)
  select 'bench-poller', id, id, 'order ' || order_id from happened`;

/** Writes `count` changes, each with an event that waits, with progress on standard error. */
export async function fillWaiting({ url, account_id, location_id, count, from, to }: Waiting): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const stepMs = (to.getTime() - from.getTime()) / count;
  const state = JSON.stringify(orderDocument);
  try {
    await db.query('set synchronous_commit = off');
    await db.query(insertSubscriber, [account_id, location_id]);
    for (let first = 0; first < count; first += batchSize) {
      const last = Math.min(first + batchSize, count) - 1;
      await db.query(insertEvents, [account_id, location_id, first, last, from.getTime(), stepMs, state]);
      process.stderr.write(`  ${last + 1} of ${count} waiting events\n`);
    }
    await db.query('vacuum analyze events.changes, events.events');
  } finally {
    await db.end();
  }
}
