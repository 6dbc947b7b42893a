/** Fills an orders table: copies of a real order under new ids, spread over time. */
import pg from 'pg';
import { aCaller } from '../../harness/samples.ts';

const batchSize = 100_000;

/** `order_id`: the order to copy. `from` and `to`: the time of the first and the last copy. */
export type Filling = { url: string; order_id: string; location_id: string; count: number; from: Date; to: Date };

/** The first nine characters of an id: milliseconds in base 36. */
export const timeChars = (ms: string): string =>
  Array.from(
    { length: 9 },
    (_, place) => `substr('0123456789abcdefghijklmnopqrstuvwxyz', (${ms} / ${36 ** (8 - place)} % 36)::integer + 1, 1)`,
  ).join(' || ');

/** Half of the orders are at the measured location. Each filter selects some of them. */
const insertRows = `
  insert into orders.orders
    (account_id, timezone, id, location_id, status, created_by, customer_id, private_refs, document, document_version)
  select o.account_id, o.timezone, f.id, case n % 2 when 0 then $2 else '0mh8g0000bench1' || lpad((n % 9)::text, 5, '0') end,
    (array['new', 'accepted', 'in_preparation', 'completed', 'cancelled'])[n / 2 % 5 + 1], 'Website ' || n / 2 % 7,
    case n % 3 when 0 then '0mh8g0000bench2' || lpad((n % 999)::text, 5, '0') end,
    case n % 10 when 0 then jsonb_build_object($3::text, jsonb_build_object('self', 'R-' || n)) end,
    replace(o.document, o.id, f.id), o.document_version
  from orders.orders o
  cross join lateral (
    select n, ${timeChars('ms')} || lpad(n::text, 11, '0') as id
    from generate_series($4::bigint, $5::bigint) n cross join lateral (select $6::bigint + ($7::float8 * n)::bigint as ms) t
  ) f
  where o.id = $1`;

/** Writes `count` orders, with progress on standard error. */
export async function fillOrders({ url, order_id, location_id, count, from, to }: Filling): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const stepMs = (to.getTime() - from.getTime()) / count;
  try {
    await db.query('set synchronous_commit = off');
    for (let first = 0; first < count; first += batchSize) {
      const last = Math.min(first + batchSize, count) - 1;
      await db.query(insertRows, [order_id, location_id, aCaller.client_id, first, last, from.getTime(), stepMs]);
      process.stderr.write(`  ${last + 1} of ${count} orders\n`);
    }
    await db.query('vacuum analyze orders.orders');
  } finally {
    await db.end();
  }
}
