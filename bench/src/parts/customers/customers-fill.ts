/** Fills a table of customers: one list of the measured size, and small lists of other accounts with a tenth as many. */
import { textArray } from '@order-hub/shared/binary-array';
import { newId } from '@order-hub/shared/ids';
import pg from 'pg';
import { aCaller, accountId } from '../../harness/samples.ts';

const batchSize = 5_000;
const yearMs = 365 * 86_400_000;
const smallLists = 1_000;

const firstNames = ['ada', 'jean', 'marie', 'pierre', 'luc', 'sophie', 'camille', 'julie', 'thomas', 'nicolas', 'zoe'];
const lastNames = ['martin', 'bernard', 'dubois', 'petit', 'durand', 'leroy', 'moreau', 'simon', 'laurent', 'girard'];
const domains = ['gmail.com', 'gmail.com', 'gmail.com', 'gmail.com', 'orange.fr', 'hotmail.com', 'yahoo.fr'];
const pick = (values: readonly string[], index: number) => values[index % values.length] ?? '';

/** Five characters that look random and differ for each index. */
const mixed = (index: number) => ((index * 48_271) % 60_466_176).toString(36).padStart(5, '0');

/** The email, phone and private ref of the customer at `index`. No two customers share one. */
export const customerAt = (index: number) => ({
  email: `${pick(firstNames, index)}.${pick(lastNames, Math.floor(index / 11))}${mixed(index)}@${pick(domains, Math.floor(index / 7))}`,
  phone: `+33${600_000_000 + ((index * 7_919) % 99_999_989)}`,
  private_ref: `R-${index}`,
});

const insertRows = `
  with filling as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as f (account_id, customer_list_id, id, fields, private_ref)
  ), made as (
    insert into customers.customers (account_id, customer_list_id, id, fields)
    select account_id, customer_list_id, id, fields from filling)
  insert into customers.customer_private_refs (account_id, customer_list_id, client_id, customer_id, private_ref)
  select account_id, customer_list_id, $6, id, private_ref from filling`;

type Fill = { url: string; list: string; count: number; sample: object };

/** The customer at `index`, oldest first. Every eleventh is in a small list of another account. */
function rowOf(index: number, { list, count, sample }: Fill, endMs: number) {
  const id = newId(new Date(endMs - yearMs + Math.floor((yearMs / count) * index)));
  const { private_ref, ...fields } = customerAt(index);
  const other = index % 11 === 10 ? `other${index % smallLists}` : undefined;
  return [other ?? accountId, other ?? list, id, JSON.stringify({ ...sample, ...fields }), private_ref];
}

/** Drops the trigram index, inserts the rows, and creates the index again: updating it row by row takes much longer. */
export async function fillCustomers(fill: Fill): Promise<void> {
  const db = new pg.Client({ connectionString: fill.url });
  await db.connect();
  const endMs = Date.now();
  try {
    const { rows: indexes } = await db.query<{ definition: string }>(
      `select pg_get_indexdef('customers.customers_search'::regclass) as definition`,
    );
    await db.query(
      `set synchronous_commit = off; set maintenance_work_mem = '1GB'; drop index customers.customers_search`,
    );
    const total = Math.ceil((fill.count * 11) / 10);
    for (let from = 0; from < total; from += batchSize) {
      const rows = Array.from({ length: Math.min(batchSize, total - from) }, (_, at) => rowOf(from + at, fill, endMs));
      const columns = Array.from({ length: 5 }, (_, at) => textArray(rows.map((row) => row[at] ?? null)));
      await db.query({ name: 'fill', text: insertRows, values: [...columns, aCaller.client_id] });
      if (from % 100_000 === 0 && from > 0) process.stderr.write(`  ${from} of ${total} customers\n`);
    }
    await db.query(indexes[0]?.definition ?? '');
    await db.query('vacuum analyze customers.customers');
    await db.query('vacuum analyze customers.customer_private_refs');
  } finally {
    await db.end();
  }
}
