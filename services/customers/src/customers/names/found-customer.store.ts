/** Customers of one list as pages show them. Each query has a bounded cost, whatever the list's size. */
import type { Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../../customer-lists/customer-list.ts';
import type { Customer } from '../customer.ts';

/** A customer without its loyalty cards. */
export type FoundRow = Omit<Customer, 'loyalty_cards'>;

const columns = 'c.id, c.anonymised, c.fields, c.nb_orders, c.order_total, c.first_order_at, c.last_order_at';

type Listed = Pick<CustomerList, 'account_id' | 'id'>;

/** So many customers are compared with the words, and no more. */
const candidatesMax = 2_000;

/** What the index customers_folded holds (migrations/0011-folded-customers.ts). */
const grams = 'name_grams(customer_list_id, folded_customer_words(fields), folded_customer_digits(fields))';

/** As in a search by trigrams: the planner cannot estimate how many customers have some. */
const byIndexAlone = `
  set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local max_parallel_workers_per_gather = 0; set local work_mem = '64MB'`;

/**
 * The customers of a list of whom each word of the text is the beginning of a word of their names or email or, if it may be a
 * phone number, whose number has its digits in a row; those who ordered last come first. `isCut`: others were not compared. Changes
 * settings of the transaction: use `trx` for nothing else.
 */
export async function findByText(
  trx: Queryable,
  { account_id, id: customer_list_id }: Listed,
  { text, isPhone, count }: { text: string; isPhone: boolean; count: number },
): Promise<{ ids: string[]; isCut: boolean }> {
  await trx.query(byIndexAlone);
  const { rows } = await trx.query<{ ids: string[]; candidates: number }>({
    text: `with sought as materialized (
             select nullif(sought_words($3), '') as words, case when $4 then sought_digits($3) end as digits),
           candidates as materialized (
             select account_id, id, last_order_at, ' ' || folded_customer_words(fields) as words,
               folded_customer_digits(fields) as digits
             from customers
             where ${grams} @> (select case when words is not null then name_grams($2, words, null) end from sought)
               or ${grams} @> (select case when digits is not null then name_grams($2, null, digits) end from sought)
             limit $5)
           select array(select id from candidates, sought
                        where account_id = $1
                          and (sought.words is not null and not exists (
                              select from unnest(string_to_array(sought.words, ' ')) as word
                              where position(' ' || word in candidates.words) = 0)
                            or position(sought.digits in candidates.digits) > 0)
                        order by last_order_at desc nulls last, id desc limit $6) as ids,
                  (select count(*) from candidates)::integer as candidates`,
    values: [account_id, customer_list_id, text, isPhone, candidatesMax + 1, count],
  });
  const { ids, candidates } = rows[0] ?? { ids: [], candidates: 0 };
  return { ids, isCut: candidates > candidatesMax };
}

/** The ids of the newest customers of a list. */
export async function listNewestIds(db: Queryable, { account_id, id }: Listed, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-newest-customers',
    text: `select id from customers where account_id = $1 and customer_list_id = $2
           order by account_id desc, customer_list_id desc, id desc limit $3`,
    values: [account_id, id, count],
  });
  return rows.map((row) => row.id);
}

/** Some customers of a list. */
export async function listFoundRows(db: Queryable, { account_id, id }: Listed, ids: readonly string[]) {
  const { rows } = await db.query<FoundRow>({
    name: 'list-found-customers',
    text: `select ${columns} from customers as c
           where c.account_id = $1 and c.customer_list_id = $2 and c.id = any ($3::text[])`,
    values: [account_id, id, ids],
  });
  return rows;
}
