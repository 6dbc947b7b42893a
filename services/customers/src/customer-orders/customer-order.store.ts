import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Queryable } from '@order-hub/shared/database';
import { amountOf } from '@order-hub/shared/money';
import { parseTime } from '@order-hub/shared/times';

/**
 * Counts orders in the figures of their locked customers, one order of each: a new order, or a newer total of a known one.
 * What is older than what is known changes nothing. Returns the ids of the new orders.
 */
export async function countOrders(trx: Queryable, orders: readonly CustomerOrder[]): Promise<Set<string>> {
  const { rows } = await trx.query<{ order_id: string }>({
    name: 'count-orders',
    text: `with told as (
             select told.*, known.total as known_total, known.order_id is null as is_new
             from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::integer[], $6::timestamptz[])
               as told (account_id, order_id, customer_id, total, total_version, created_at)
             left join customer_orders as known
               on known.account_id = told.account_id and known.order_id = told.order_id
             where known.order_id is null or known.total_version < told.total_version
           ), stored as (
             insert into customer_orders (account_id, order_id, customer_id, total, total_version)
             select account_id, order_id, customer_id, total, total_version from told
             on conflict (account_id, order_id)
               do update set total = excluded.total, total_version = excluded.total_version
           ), counted as (
             update customers as c set
               nb_orders = nb_orders + told.is_new::integer,
               order_total = order_total + told.total - coalesce(told.known_total, 0),
               first_order_at = least(first_order_at, told.created_at),
               last_order_at = greatest(last_order_at, told.created_at)
             from told where c.account_id = told.account_id and c.id = told.customer_id
           )
           select order_id from told where is_new`,
    values: [
      orders.map(({ account_id }) => account_id),
      orders.map(({ order_id }) => order_id),
      orders.map(({ customer_id }) => customer_id),
      orders.map(({ total }) => amountOf(total).toFixed()),
      orders.map(({ total_version }) => total_version),
      orders.map(({ created_at }) => parseTime(created_at)),
    ],
  });
  return new Set(rows.map(({ order_id }) => order_id));
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
