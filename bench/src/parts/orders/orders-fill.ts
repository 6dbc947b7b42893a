/** Fills an orders table: copies of a real document under new ids, spread over a year. */
import { newId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import pg from 'pg';
import { aCaller, accountId, locationId } from '../../harness/samples.ts';

const batchSize = 5_000;
const yearMs = 365 * 86_400_000;
const timezone = 'Europe/Paris';

const statuses = ['new', 'accepted', 'in_preparation', 'completed', 'cancelled'] as const;
const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;

/** Half of the orders are at the measured location. Each filter selects some of them. */
const locationOf = (index: number) =>
  index % 2 === 0 ? locationId : `0mh8g0000bench1${String(index % 9).padStart(5, '0')}`;
const customerOf = (index: number) =>
  index % 3 === 0 ? `0mh8g0000bench2${String(index % 999).padStart(5, '0')}` : null;
const refsOf = (index: number) =>
  index % 10 === 0 ? JSON.stringify({ [aCaller.client_id]: { self: `R-${index}` } }) : null;

const insertRows = `
  insert into orders.orders (account_id, timezone, id, location_id, status, created_by, customer_id, private_refs, document)
  select $1, $2, f.id, f.location_id, f.status, f.created_by, f.customer_id, f.refs::jsonb, f.document
  from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
    as f (id, location_id, status, created_by, customer_id, refs, document)`;

/** The columns of the order at `index` of `count`, oldest first. */
function rowOf(index: number, count: number, sample: object, endMs: number) {
  const at = new Date(endMs - yearMs + Math.floor((yearMs / count) * index));
  const id = newId(at);
  const location_id = locationOf(index);
  const status = pick(statuses, Math.floor(index / 2));
  const created_by = `Website ${Math.floor(index / 2) % 7}`;
  const document = JSON.stringify({
    ...sample,
    id,
    location_id,
    created_at: formatTime(at, timezone),
    status,
    created_by,
  });
  return [id, location_id, status, created_by, customerOf(index), refsOf(index), document];
}

/** Writes `count` orders like `sample`, with progress on standard error. */
export async function fillOrders(url: string, count: number, sample: object): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const endMs = Date.now();
  try {
    await db.query('set synchronous_commit = off');
    for (let from = 0; from < count; from += batchSize) {
      const rows = Array.from({ length: Math.min(batchSize, count - from) }, (_, at) =>
        rowOf(from + at, count, sample, endMs),
      );
      const columns = Array.from({ length: 7 }, (_, column) => rows.map((row) => row[column]));
      await db.query({ name: 'fill', text: insertRows, values: [accountId, timezone, ...columns] });
      if (from % 100_000 === 0 && from > 0) process.stderr.write(`  ${from} of ${count} orders\n`);
    }
    await db.query('vacuum analyze orders.orders');
  } finally {
    await db.end();
  }
}
