/** Finds customers of one list by email and phone. Each query has a bounded cost, whatever the list's size. */
import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { CustomerFilters } from './customer-search.schema.ts';
import { likePattern, type Trigram } from './customer-search.ts';

/** A search of one list. `client_id`: whose private refs it finds. */
export type CustomerSearch = {
  account_id: string;
  customer_list_id: string;
  client_id: string;
  filters: CustomerFilters;
};

/** The ids found. `isComplete`: the page is full, or the list has no more customers. */
export type CustomerScan = { page: Page<string>; isComplete: boolean };

const candidatesMax = 2_000;

/** The values $1 to $6 of each statement. $6 is one more than a page, to know whether there is a next page. */
const valuesOf = ({ account_id, customer_list_id, filters: { cursor = '', email, phone, count } }: CustomerSearch) => [
  ...[account_id, customer_list_id, cursor],
  ...[email, phone].map((filter) => (filter === undefined ? null : likePattern(filter))),
  count + 1,
];

const matches = `($4::text is null or email like lower($4 collate "pg_c_utf8"))
  and ($5::text is null or phone like lower($5 collate "pg_c_utf8"))`;

/** Only the index customers_list has exactly this order, so PostgreSQL never scans past customers of other lists. */
const following = `from customers
  where account_id = $1 and (customer_list_id, id) > ($2, $3) and customer_list_id <= $2 order by customer_list_id, id`;

/** The matches among the next `customersMax` customers after the cursor. The next page starts after the last of them. */
export async function scanCustomers(
  db: Queryable,
  search: CustomerSearch,
  customersMax: number,
): Promise<CustomerScan> {
  const { rows } = await db.query<{ ids: string[]; last: string | null }>({
    text: `with found as materialized (
             select array(select id from (select customer_list_id, id, email, phone ${following} limit $7) as scanned
                          where ${matches} order by customer_list_id, id limit $6) as ids)
           select ids, case when cardinality(ids) < $6 then (select id ${following} offset $7 - 1 limit 1) end as last
           from found`,
    values: [...valuesOf(search), customersMax],
  });
  const { ids, last } = rows[0] ?? { ids: [], last: null };
  const { count } = search.filters;
  if (ids.length > count) return { page: takePage(ids, count, (id) => id), isComplete: true };
  return { page: { items: ids, next: last }, isComplete: last === null };
}

/** Forces a bitmap scan of customers_search, which is good for any number of matches: the planner cannot estimate that number. */
const byIndexAlone = `
  set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local max_parallel_workers_per_gather = 0; set local work_mem = '64MB'`;

/**
 * A page of all matches after the cursor, read from the customers that have all trigrams. Undefined when too many have
 * them. Changes settings of the transaction: use `trx` for nothing else.
 */
export async function findByTrigrams(
  trx: Queryable,
  search: CustomerSearch,
  trigrams: readonly Trigram[],
): Promise<Page<string> | undefined> {
  await trx.query(byIndexAlone);
  const { rows } = await trx.query<{ ids: string[]; candidates: number }>({
    text: `with candidates as materialized (
       select account_id, customer_list_id, id, email, phone from customers
       where customer_grams(customer_list_id, email, phone) @> (
         select array_agg(customer_gram($2, field, lower(trigram collate "pg_c_utf8")))
         from unnest($7::text[], $8::text[]) as searched (field, trigram))
       limit $9)
     select array(select id from candidates
                  where account_id = $1 and customer_list_id = $2 and id > $3 and ${matches}
                  order by id limit $6) as ids,
            (select count(*) from candidates)::integer as candidates`,
    values: [
      ...valuesOf(search),
      trigrams.map(({ field }) => field),
      trigrams.map(({ text }) => text),
      candidatesMax + 1,
    ],
  });
  const [found] = rows;
  if (!found || found.candidates > candidatesMax) return undefined;
  return takePage(found.ids, search.filters.count, (id) => id);
}

/** The customer with the client's private ref, if it matches the other filters too. */
export async function findByPrivateRef(db: Queryable, search: CustomerSearch): Promise<Page<string>> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from customer_private_refs as r
     join customers as c on c.account_id = r.account_id and c.id = r.customer_id
     where r.account_id = $1 and r.customer_list_id = $2 and r.client_id = $7 and r.private_ref = $8
       and c.customer_list_id = $2 and c.id > $3 and ${matches}
     limit $6`,
    values: [...valuesOf(search), search.client_id, search.filters.private_ref],
  });
  return { items: rows.map(({ id }) => id), next: null };
}
