import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Queryable } from '@order-hub/shared/database';
import { amountOf } from '@order-hub/shared/money';
import { parseTime } from '@order-hub/shared/times';

/**
 * Counts an order in the figures of its locked customer: a new one, or a newer total of a known one. Returns whether it is
 * new. What is older than what is known changes nothing.
 */
export async function countOrder(trx: Queryable, order: CustomerOrder): Promise<boolean> {
  const { account_id, order_id, customer_id, total, total_version, created_at } = order;
  const { rows } = await trx.query<{ is_new: boolean }>({
    name: 'count-order',
    text: `with known as (
             select total, total_version from customer_orders where account_id = $1 and order_id = $2
           ), told as (
             insert into customer_orders as o (account_id, order_id, customer_id, total, total_version)
             select $1, $2, $3, $4, $5 where not exists (select from known where total_version >= $5)
             on conflict (account_id, order_id)
               do update set total = excluded.total, total_version = excluded.total_version
             returning o.total
           ), counted as (
             update customers as c set
               nb_orders = nb_orders + (select count(*) from told) - (select count(*) from known),
               order_total = order_total + told.total - coalesce((select total from known), 0),
               first_order_at = least(first_order_at, $6), last_order_at = greatest(last_order_at, $6)
             from told where c.account_id = $1 and c.id = $3
           )
           select not exists (select from known) as is_new`,
    values: [account_id, order_id, customer_id, amountOf(total).toFixed(), total_version, parseTime(created_at)],
  });
  return rows[0]?.is_new === true;
}

/** Those of the told orders that are not counted yet, or with an older total. */
export async function findUncounted(db: Queryable, orders: readonly CustomerOrder[]): Promise<CustomerOrder[]> {
  const { rows } = await db.query<{ place: number }>({
    name: 'find-uncounted-orders',
    text: `select (place - 1)::integer as place
           from unnest($1::text[], $2::text[], $3::integer[]) with ordinality
             as told (account_id, order_id, total_version, place)
           where not exists (
             select from customer_orders as known
             where known.account_id = told.account_id and known.order_id = told.order_id
               and known.total_version >= told.total_version)
           order by place`,
    values: [
      orders.map(({ account_id }) => account_id),
      orders.map(({ order_id }) => order_id),
      orders.map(({ total_version }) => total_version),
    ],
  });
  return rows.flatMap(({ place }) => orders[place] ?? []);
}
