/** Finds customers of one list by email and phone. A statement of here costs what its limits say, however large the list. */
import type { Queryable } from '@order-hub/shared/database';
import type { CustomerFilters } from './customer.schema.ts';
import { likePattern, type Gram } from './customer-search.ts';

/** A list, whose private refs are meant, and what is asked of it. */
export type CustomerSearch = {
  account_id: string;
  customer_list_id: string;
  client_id: string;
  filters: CustomerFilters;
};

/** Ids in their order. `last`: the last one that was looked at; null with more than a page, or when the list has no more. */
export type Walked = { ids: string[]; last: string | null };

const candidatesMax = 2_000;

/** Values $1 to $6 of each statement. */
const valuesOf = ({ account_id, customer_list_id, filters: { cursor = '', email, phone, count } }: CustomerSearch) => [
  ...[account_id, customer_list_id, cursor],
  ...[email, phone].map((filter) => (filter === undefined ? null : likePattern(filter))),
  count + 1,
];

const matches = `($4::text is null or email like lower($4 collate "pg_c_utf8"))
  and ($5::text is null or phone like lower($5 collate "pg_c_utf8"))`;

/** In this form the order is that of customers_list alone: no other index is walked, past customers of other lists. */
const following = `from customers
  where account_id = $1 and (customer_list_id, id) > ($2, $3) and customer_list_id <= $2 order by customer_list_id, id`;

/** The matches among the next `customersMax` customers after the cursor, up to one more than a page. */
export async function walkCustomers(db: Queryable, search: CustomerSearch, customersMax: number): Promise<Walked> {
  const { rows } = await db.query<Walked>({
    text: `with found as materialized (
             select array(select id from (select customer_list_id, id, email, phone ${following} limit $7) as walked
                          where ${matches} order by customer_list_id, id limit $6) as ids)
           select ids, case when cardinality(ids) < $6 then (select id ${following} offset $7 - 1 limit 1) end as last
           from found`,
    values: [...valuesOf(search), customersMax],
  });
  return rows[0] ?? { ids: [], last: null };
}

/** Nothing but the bitmap of customers_search, exact however many it finds. The planner cannot know how many that are. */
const byIndexAlone = `
  set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local max_parallel_workers_per_gather = 0; set local work_mem = '64MB'`;

/**
 * All matches after the cursor, up to one more than a page, among those that have all grams. Undefined when too many have
 * them. `trx` is used for nothing else.
 */
export async function findByGrams(trx: Queryable, search: CustomerSearch, grams: readonly Gram[]) {
  await trx.query(byIndexAlone);
  const { rows } = await trx.query<{ ids: string[]; candidates: number }>({
    text: `with candidates as materialized (
       select account_id, customer_list_id, id, email, phone from customers
       where customer_grams(customer_list_id, email, phone) @> (
         select array_agg(customer_gram($2, field, lower(gram collate "pg_c_utf8")))
         from unnest($7::text[], $8::text[]) as part (field, gram))
       limit $9)
     select array(select id from candidates
                  where account_id = $1 and customer_list_id = $2 and id > $3 and ${matches}
                  order by id limit $6) as ids,
            (select count(*) from candidates)::integer as candidates`,
    values: [...valuesOf(search), grams.map(({ field }) => field), grams.map(({ gram }) => gram), candidatesMax + 1],
  });
  const [found] = rows;
  return found && found.candidates <= candidatesMax ? found.ids : undefined;
}

/** The customer to whom the client has given a private ref, if it matches the other filters too. */
export async function findByPrivateRef(db: Queryable, search: CustomerSearch): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from customer_private_refs as r
     join customers as c on c.account_id = r.account_id and c.id = r.customer_id
     where r.account_id = $1 and r.customer_list_id = $2 and r.client_id = $7 and r.private_ref = $8
       and c.customer_list_id = $2 and c.id > $3 and ${matches}
     limit $6`,
    values: [...valuesOf(search), search.client_id, search.filters.private_ref],
  });
  return rows.map(({ id }) => id);
}
