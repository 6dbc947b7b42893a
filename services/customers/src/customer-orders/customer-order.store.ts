import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Queryable } from '@order-hub/shared/database';
import { amountOf } from '@order-hub/shared/money';
import { parseTime } from '@order-hub/shared/times';
import type { Figures } from '../customers/customer.ts';

/** An order that was counted, and the figures of its customer with it. */
type Counted = { is_new: boolean; figures: Figures };

/**
 * Counts orders in the figures of their locked customers, one order of each: a new order, or a newer total of a known one.
 * What is older than what is known changes nothing. Returns what was counted, by the id of the order.
 *
 * An array is a subquery (`select $1`) here and in the other statements of an order, so that PostgreSQL plans them once per
 * connection: an array whose length it knows looks cheaper than the plan for any, and it would plan each time anew, which
 * costs more than to run them.
 */
export async function countOrders(trx: Queryable, orders: readonly CustomerOrder[]): Promise<Map<string, Counted>> {
  const { rows } = await trx.query<Figures & { order_id: string; is_new: boolean }>({
    name: 'count-orders',
    text: `with told as (
             select told.*, known.total as known_total, known.order_id is null as is_new
             from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::numeric[]),
                         (select $5::integer[]), (select $6::timestamptz[]))
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
             returning told.order_id, told.is_new, c.nb_orders, c.order_total, c.first_order_at, c.last_order_at
           )
           select * from counted`,
    values: [
      orders.map(({ account_id }) => account_id),
      orders.map(({ order_id }) => order_id),
      orders.map(({ customer_id }) => customer_id),
      orders.map(({ total }) => amountOf(total).toFixed()),
      orders.map(({ total_version }) => total_version),
      orders.map(({ created_at }) => parseTime(created_at)),
    ],
  });
  return new Map(rows.map(({ order_id, is_new, ...figures }) => [order_id, { is_new, figures }]));
}

/** Those of the told orders that are not counted yet, or with an older total. */
export async function findUncounted(db: Queryable, orders: readonly CustomerOrder[]): Promise<CustomerOrder[]> {
  const { rows } = await db.query<{ place: number }>({
    name: 'find-uncounted-orders',
    text: `select (place - 1)::integer as place
           from unnest((select $1::text[]), (select $2::text[]), (select $3::integer[])) with ordinality
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
