/** Fills a table of customers: one list of the measured size, and a tenth as many customers in small lists of others. */
import { textArray } from '@order-hub/shared/binary-array';
import { newId } from '@order-hub/shared/ids';
import pg from 'pg';
import { aCaller, accountId } from './samples.ts';

const batchSize = 5_000;
const yearMs = 365 * 86_400_000;
const smallLists = 1_000;

const firstNames = ['ada', 'jean', 'marie', 'pierre', 'luc', 'sophie', 'camille', 'julie', 'thomas', 'nicolas', 'zoe'];
const lastNames = ['martin', 'bernard', 'dubois', 'petit', 'durand', 'leroy', 'moreau', 'simon', 'laurent', 'girard'];
const domains = ['gmail.com', 'gmail.com', 'gmail.com', 'gmail.com', 'orange.fr', 'hotmail.com', 'yahoo.fr'];
const of = (values: readonly string[], index: number) => values[index % values.length] ?? '';

/** Five characters that look random, another text for each index. */
const mixed = (index: number) => ((index * 48_271) % 60_466_176).toString(36).padStart(5, '0');

/** The email and phone of the customer at `index`, and its private ref: each of one customer alone. */
export const customerAt = (index: number) => ({
  email: `${of(firstNames, index)}.${of(lastNames, Math.floor(index / 11))}${mixed(index)}@${of(domains, Math.floor(index / 7))}`,
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

/** The customer at `index`, oldest first; of every eleven one is in a small list of another account. */
function rowOf(index: number, { list, count, sample }: Fill, endMs: number) {
  const id = newId(new Date(endMs - yearMs + Math.floor((yearMs / count) * index)));
  const { private_ref, ...known } = customerAt(index);
  const isOthers = index % 11 === 10;
  const place = isOthers ? `other${index % smallLists}` : '';
  return [
    isOthers ? place : accountId,
    isOthers ? place : list,
    id,
    JSON.stringify({ ...sample, ...known }),
    private_ref,
  ];
}

/** Writes the rows without the index of grams, and makes it afterwards: rows one by one would take much longer. */
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
