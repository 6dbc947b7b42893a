import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Queryable } from '@order-hub/shared/database';
import { amountOf } from '@order-hub/shared/money';
import { outboxArrays, outboxColumns } from '@order-hub/shared/outbox';
import { keyText } from '../customers/customer.ts';
import { orderKeyText, type CountedOrder, type CountedTotal } from './customer-order.ts';

/**
 * The totals with which orders count already, by `orderKeyText`.
 *
 * Here and in the other statements of an order, arrays are subqueries (`select $1`), so that PostgreSQL plans the statement
 * once per connection. If it saw the length of an array, it would prefer a new plan for this length each time, and planning
 * costs more than running the statement.
 */
export async function findCountedTotals(
  db: Queryable,
  orders: readonly CustomerOrder[],
): Promise<Map<string, CountedTotal>> {
  const { rows } = await db.query<CountedTotal & { account_id: string; order_id: string }>({
    name: 'find-counted-totals',
    text: `select account_id, order_id, total, total_version
           from unnest((select $1::text[]), (select $2::text[])) as key (account_id, order_id)
           join customer_orders using (account_id, order_id)`,
    values: [orders.map(({ account_id }) => account_id), orders.map(({ order_id }) => order_id)],
  });
  return new Map(rows.map(({ total, total_version, ...key }) => [orderKeyText(key), { total, total_version }]));
}

/** The orders that do not count yet, or count with an older total. */
export async function findUncounted(db: Queryable, orders: readonly CustomerOrder[]): Promise<CustomerOrder[]> {
  const { rows } = await db.query<{ index: number }>({
    name: 'find-uncounted-orders',
    text: `select (ordinality - 1)::integer as index
           from unnest((select $1::text[]), (select $2::text[]), (select $3::integer[])) with ordinality
             as received (account_id, order_id, total_version, ordinality)
           where not exists (
             select from customer_orders as counted
             where counted.account_id = received.account_id and counted.order_id = received.order_id
               and counted.total_version >= received.total_version)
           order by ordinality`,
    values: [
      orders.map(({ account_id }) => account_id),
      orders.map(({ order_id }) => order_id),
      orders.map(({ total_version }) => total_version),
    ],
  });
  return rows.flatMap(({ index }) => orders[index] ?? []);
}

/** Of the counted orders with the same key, the last one: it has the final values. */
const lastBy = (counted: readonly CountedOrder[], keyOf: (order: CustomerOrder) => string) => [
  ...new Map(counted.map((each) => [keyOf(each.order), each])).values(),
];

function orderValues(counted: readonly CountedOrder[]): unknown[][] {
  const orders = lastBy(counted, orderKeyText).map(({ order }) => order);
  return [
    orders.map(({ account_id }) => account_id),
    orders.map(({ order_id }) => order_id),
    orders.map(({ customer_id }) => customer_id),
    orders.map(({ total }) => amountOf(total).toFixed()),
    orders.map(({ total_version }) => total_version),
  ];
}

function statisticsValues(counted: readonly CountedOrder[]): unknown[][] {
  const customers = lastBy(counted, keyText).map(({ after }) => after);
  return [
    customers.map(({ list }) => list.account_id),
    customers.map(({ id }) => id),
    customers.map(({ nb_orders }) => nb_orders),
    customers.map(({ order_total }) => order_total),
    customers.map(({ first_order_at }) => first_order_at),
    customers.map(({ last_order_at }) => last_order_at),
  ];
}

/** Stores counted orders, the statistics of their locked customers and the messages, in one statement. */
export async function saveCountedOrders(
  trx: Queryable,
  counted: readonly CountedOrder[],
  messages: readonly OutgoingMessage[],
): Promise<void> {
  await trx.query({
    name: 'save-counted-orders',
    text: `with counted as (
             insert into customer_orders (account_id, order_id, customer_id, total, total_version)
             select * from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::numeric[]),
               (select $5::integer[]))
             on conflict (account_id, order_id)
               do update set total = excluded.total, total_version = excluded.total_version
           ), updated as (
             update customers as c
             set nb_orders = after.nb_orders, order_total = after.order_total,
               first_order_at = after.first_order_at, last_order_at = after.last_order_at
             from unnest((select $6::text[]), (select $7::text[]), (select $8::integer[]), (select $9::numeric[]),
                 (select $10::timestamptz[]), (select $11::timestamptz[]))
               as after (account_id, id, nb_orders, order_total, first_order_at, last_order_at)
             where c.account_id = after.account_id and c.id = after.id
           )
           insert into outbox (${outboxColumns})
           select ${outboxColumns}
           from unnest((select $12::text[]), (select $13::text[]), (select $14::text[]), (select $15::text[]),
             (select $16::text[]), (select $17::text[]))
             with ordinality as message (${outboxColumns}, ordinality)
           order by ordinality`,
    values: [...orderValues(counted), ...statisticsValues(counted), ...outboxArrays(messages)],
  });
}
