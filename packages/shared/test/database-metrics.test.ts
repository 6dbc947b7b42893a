/** What the metrics say about the database of a service, and its outbox. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase, type Database } from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { watchPool } from '../src/data/pool-metrics.ts';
import { tableReading } from '../src/data/table-metrics.ts';
import { message, outboxCauses, outboxMigration, record } from '../src/messages/outbox.ts';
import { outboxReading } from '../src/messages/outbox-metrics.ts';
import { openMetrics } from '../src/process/metrics.ts';
import type { Reading } from '../src/process/readings.ts';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { eventually } from '@order-hub/testing/call';
import { parseMetrics } from '@order-hub/testing/metrics';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate({ url: database.url, schema: 'customers', migrations: [outboxMigration, outboxCauses] });
  db = openDatabase({ url: database.url, schema: 'customers', poolSize: 1 });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const anonymised = (customer_id: string) => {
  const key = { account_id: 'account', customer_list_id: 'list', customer_id };
  return message('customer.anonymised', customer_id, { ...key, client_id: null, list_deleted: false });
};
const location = (id: string) => message('location', id, { id, account_id: 'account' });

async function samplesOf(reading: Reading): Promise<Record<string, number>> {
  const samples = await reading.read();
  const entries = samples.map(({ gauge: { name }, labels, value }) => [
    [name, ...Object.values(labels)].join(' '),
    value,
  ]);
  return Object.fromEntries(entries);
}

test('the outbox shows what waits, by topic, how long the oldest has waited, and what is parked', async () => {
  expect(await samplesOf(outboxReading(db))).toEqual({
    hub_outbox_oldest_age_seconds: 0,
    hub_outbox_parked_messages: 0,
  });
  await record(db, anonymised('a'), location('b'), location('c'), location('parked'));
  await db.query(`update outbox set created_at = now() - interval '90 seconds' where key = 'b'`);
  await db.query(`update outbox set created_at = now() - interval '1 day', parked_at = now() where key = 'parked'`);
  const { hub_outbox_oldest_age_seconds: age, ...shown } = await samplesOf(outboxReading(db));
  expect(shown).toEqual({
    hub_outbox_parked_messages: 1,
    'hub_outbox_messages customer.anonymised': 1,
    'hub_outbox_messages location': 2,
  });
  // The first row in the order of sending has just been written.
  expect(age).toBeLessThan(90);
  await db.query(`delete from outbox where key = 'a'`);
  const { hub_outbox_oldest_age_seconds: nextAge } = await samplesOf(outboxReading(db));
  expect(nextAge).toBeGreaterThanOrEqual(90);
  expect(nextAge).toBeLessThan(80_000);
});

test('more than 10,000 messages are not counted, only estimated', async () => {
  await db.query(
    `insert into outbox (id, topic, key, body) select n::text, 'location', 'x', '{}' from generate_series(1, 12000) n`,
  );
  expect((await samplesOf(outboxReading(db)))['hub_outbox_messages location']).toBe(10_000);
  const isCounted = async () =>
    ((await samplesOf(tableReading(db, 'customers')))['hub_table_rows outbox'] ?? 0) > 10_000;
  await eventually(isCounted);
});

test('the pool shows its connections, and how long queries waited for one', async () => {
  const metrics = openMetrics();
  watchPool(metrics, 'main', db);
  const holder = await db.connect();
  const waiting = db.query('select 1');
  const { sum } = parseMetrics(await metrics.render());
  holder.release();
  await waiting;
  expect(sum('hub_database_pool_size', { pool: 'main' })).toBe(1);
  expect(sum('hub_database_connections', { pool: 'main', state: 'in_use' })).toBe(1);
  expect(sum('hub_database_pool_waiting', { pool: 'main' })).toBe(1);
  expect(sum('hub_database_pool_wait_seconds_count')).toBeUndefined();
  // These find the connection idle.
  (await db.connect()).release();
  await db.query('select 1');
  const later = await eventually(async () => {
    const found = parseMetrics(await metrics.render());
    return found.sum('hub_database_pool_wait_seconds_count') !== undefined && found;
  });
  expect(later.sum('hub_database_pool_wait_seconds_count', { pool: 'main' })).toBe(1);
  expect(later.sum('hub_database_pool_waiting')).toBe(0);
});
