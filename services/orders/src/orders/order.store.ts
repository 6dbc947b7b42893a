import { textArray } from '@order-hub/shared/binary-array';
import type { Queryable } from '@order-hub/shared/database';
import { outboxArrays, outboxColumns } from '@order-hub/shared/outbox';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import type { CustomerKey } from '../customers/order-customer.ts';
import type { NewOrder } from './prepare-order.ts';
import type { OrderKey } from './order.ts';
import { documentVersion, type OrderDocument, type OrderRow } from './rows/order-row.ts';
import type { Order } from './order.schema.ts';

/*
 * A statement about one order is planned once, for all partitions, only if that looks as cheap as a plan for one of them. `limit 1`
 * makes it so, and `(select $2)` in an update. Otherwise it is planned each time, for 75 µs (docs/decisions/0062-partitions-by-id.md).
 */

/** An order as one client sees it: the document of all, and that client's own private refs. */
export type OwnRow = OrderDocument & { id: string; own_refs: Record<string, string> | null };

const refsText = (refs: PrivateRefs | null) => (refs === null ? null : JSON.stringify(refs));

/** Inserts the orders of `orderArrays`, $1 to $10; $17 is the version of their documents. */
export const insertOrderRows = `insert into orders (account_id, id, location_id, timezone, status, created_by, customer_id,
    customer_anonymised, private_refs, document, document_version)
  select unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]),
    unnest($6::text[]), unnest($7::text[]), unnest($8::text[])::boolean, unnest($9::text[])::jsonb,
    unnest($10::text[]), $17::smallint`;

/** Inserts the messages of `outboxArrays`, $11 to $16. */
export const insertMessages = `insert into outbox (${outboxColumns})
  select unnest($11::text[]), unnest($12::text[]), unnest($13::text[]), unnest($14::text[]), unnest($15::text[]),
    unnest($16::text[])`;

/** The values $1 to $17. */
export const rowsOf = (orders: readonly NewOrder[]) => [
  ...orderArrays(orders),
  ...outboxArrays(orders.flatMap(({ messages }) => messages)),
  documentVersion,
];

/** Inserts new orders and their messages: one statement, one round trip, all or none. Returns the orders. */
export async function insertOrders(db: Queryable, orders: readonly NewOrder[]): Promise<readonly NewOrder[]> {
  await db.query({
    name: 'insert-orders',
    text: `with placed as (${insertOrderRows}) ${insertMessages}`,
    values: rowsOf(orders),
  });
  return orders;
}

/** The columns of new orders as arrays, in the order of `insertOrders`. */
export const orderArrays = (orders: readonly NewOrder[]) => [
  textArray(orders.map(({ account_id }) => account_id)),
  textArray(orders.map(({ order }) => order.id)),
  textArray(orders.map(({ order }) => order.location_id)),
  textArray(orders.map(({ row }) => row.timezone)),
  textArray(orders.map(({ order }) => order.status)),
  textArray(orders.map(({ order }) => order.created_by)),
  textArray(orders.map(({ order }) => order.customer.id)),
  textArray(orders.map(({ order }) => String(order.customer.anonymised))),
  textArray(orders.map(({ row }) => refsText(row.private_refs))),
  textArray(orders.map(({ row }) => row.document)),
];

/** An order of a location, with `client_id`'s own refs. Its document is cut to an empty text if it has over `bytesMax` bytes. */
export async function findOrder(
  db: Queryable,
  { account_id, location_id, order_id }: OrderKey,
  client_id: string,
  bytesMax: number,
) {
  const { rows } = await db.query<OwnRow & { is_cut: boolean }>({
    name: 'find-order',
    text: `select id, octet_length(document) > $5 as is_cut,
             case when octet_length(document) > $5 then '' else document end as document,
             document_version, timezone, private_refs -> $4 as own_refs
           from orders where account_id = $1 and id = $2 and location_id = $3 limit 1`,
    values: [account_id, order_id, location_id, client_id, bytesMax],
  });
  return rows[0];
}

/** The delivery of an order as JSON text, null when it has none, and the timezone of its times. */
export async function findDelivery(db: Queryable, { account_id, location_id, order_id }: OrderKey) {
  const { rows } = await db.query<{ delivery: string | null; timezone: string }>({
    name: 'find-delivery',
    text: 'select delivery, timezone from orders where account_id = $1 and id = $2 and location_id = $3 limit 1',
    values: [account_id, order_id, location_id],
  });
  return rows[0];
}

/** The location of an order of an account. */
export async function findOrderLocation(db: Queryable, account_id: string, order_id: string) {
  const { rows } = await db.query<{ location_id: string }>({
    name: 'find-order-location',
    text: 'select location_id from orders where account_id = $1 and id = $2 limit 1',
    values: [account_id, order_id],
  });
  return rows[0];
}

/** An order, locked until the transaction ends. */
/** Whether the location has orders, or with `location_id` null the account. */
export async function hasOrders(
  db: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string | null },
): Promise<boolean> {
  const { rowCount } =
    location_id === null
      ? await db.query('select from orders where account_id = $1 limit 1', [account_id])
      : await db.query('select from orders where account_id = $1 and location_id = $2 limit 1', [
          account_id,
          location_id,
        ]);
  return rowCount === 1;
}

export async function lockOrder(trx: Queryable, { account_id, location_id, order_id }: OrderKey) {
  const { rows } = await trx.query<OrderRow & { status: Order['status'] }>({
    name: 'lock-order',
    text: `select status, document, document_version, delivery, private_refs, timezone from orders
           where account_id = $1 and id = $2 and location_id = $3 limit 1 for update`,
    values: [account_id, order_id, location_id],
  });
  return rows[0];
}

/** Writes a locked order back. */
export async function updateOrderRow(
  trx: Queryable,
  { account_id, order_id }: OrderKey,
  status: Order['status'],
  { document, document_version, delivery, private_refs, timezone }: OrderRow,
) {
  await trx.query({
    name: 'update-order',
    text: `update orders set status = $3, document = $4, document_version = $5, delivery = $6, private_refs = $7, timezone = $8
           where account_id = $1 and id = (select $2::text)`,
    values: [account_id, order_id, status, document, document_version, delivery, refsText(private_refs), timezone],
  });
}

/** The timezone that the location of an order has moved to, for what names no location; null when it never moved. */
export const movedTo = `(select moved.timezone from location_timezones as moved
  where moved.account_id = orders.account_id and moved.location_id = orders.location_id) as moved_to`;

export type MovedRow = { moved_to?: string | null };

/** Up to `count` orders of some customers that still show personal data, by ascending ids above `after`. */
export async function findOrdersToAnonymise(
  db: Queryable,
  customers: readonly CustomerKey[],
  { after, count }: { after: string; count: number },
) {
  const { rows } = await db.query<CustomerKey & { id: string }>(
    `select account_id, customer_id, id
     from unnest($1::text[], $2::text[]) as anonymised (account_id, customer_id)
     cross join lateral (
       select id from orders
       where account_id = anonymised.account_id and customer_id = anonymised.customer_id and id > $3
         and not customer_anonymised
       order by id limit $4
     ) as found order by id limit $4`,
    [customers.map(({ account_id }) => account_id), customers.map(({ customer_id }) => customer_id), after, count],
  );
  return rows;
}

/** Those of the orders that still show personal data, locked until the transaction ends. */
export async function lockOrdersToAnonymise(trx: Queryable, account_id: string, ids: readonly string[]) {
  const { rows } = await trx.query<OrderRow & MovedRow & { id: string; location_id: string }>({
    name: 'lock-orders-to-anonymise',
    text: `select id, location_id, document, document_version, delivery, private_refs, timezone, ${movedTo} from orders
           where account_id = $1 and id = any($2::text[]) and not customer_anonymised
           order by id for update`,
    values: [account_id, ids],
  });
  return rows;
}

type AnonymisedOrder = Omit<OrderRow, 'private_refs'> & { id: string };

/** Writes anonymised orders back, many in one statement. */
export async function updateAnonymisedOrders(trx: Queryable, account_id: string, orders: readonly AnonymisedOrder[]) {
  await trx.query(
    `update orders set document = changed.document, document_version = $4, delivery = changed.delivery,
       timezone = changed.timezone, customer_anonymised = true
     from unnest($2::text[], $3::text[], $5::text[], $6::text[]) as changed (id, document, delivery, timezone)
     where orders.account_id = $1 and orders.id = changed.id`,
    [
      account_id,
      orders.map(({ id }) => id),
      orders.map(({ document }) => document),
      documentVersion,
      orders.map(({ delivery }) => delivery),
      orders.map(({ timezone }) => timezone),
    ],
  );
}
