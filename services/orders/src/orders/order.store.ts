import { textArray } from '@order-hub/shared/binary-array';
import { queryBuilder, runQuery, type Queryable } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import type { OutgoingMessage } from '@order-hub/shared/bus';
import { outboxArrays, outboxColumns } from '@order-hub/shared/outbox';
import { takePage, type Page } from '@order-hub/shared/page';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import { parseTime } from '@order-hub/shared/times';
import type { CustomerKey } from '../customers/order-customer.ts';
import type { OrderKey, StoredOrder } from './order.ts';
import type { Order, OrderFilters } from './order.schema.ts';

/** An order as its row has it: the document (JSON text) that every client sees, and what is stored beside it. */
export type OrderRow = {
  document: string;
  delivery: string | null;
  private_refs: PrivateRefs | null;
  timezone: string;
};

/** An order as one client sees it: the document of all, and that client's own private refs. */
type OwnRow = { id: string; document: string; own_refs: Record<string, string> | null };

/** The order of a row. */
export const storedOrder = ({ document, delivery, private_refs, timezone }: OrderRow): StoredOrder => ({
  order: JSON.parse(document) as Order,
  delivery,
  private_refs,
  timezone,
});

/** The row of an order. */
export const rowOf = ({ order, delivery, private_refs, timezone }: StoredOrder): OrderRow => ({
  document: JSON.stringify(order),
  delivery,
  private_refs,
  timezone,
});

const refsText = (refs: PrivateRefs | null) => (refs === null ? null : JSON.stringify(refs));

/** A new order's row, and the messages that announce it. */
export type NewOrder = { account_id: string; order: Order; row: OrderRow; messages: OutgoingMessage[] };

/** Inserts new orders and their messages: one statement, one round trip, all or none. Returns the orders. */
export async function insertOrders(db: Queryable, orders: readonly NewOrder[]): Promise<readonly NewOrder[]> {
  await db.query({
    name: 'insert-orders',
    text: `with placed as (
             insert into orders (account_id, id, location_id, timezone, status, created_by, customer_id,
               customer_anonymised, private_refs, document)
             select unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]),
               unnest($6::text[]), unnest($7::text[]), unnest($8::text[])::boolean, unnest($9::text[])::jsonb,
               unnest($10::text[])
           )
           insert into outbox (${outboxColumns})
           select unnest($11::text[]), unnest($12::text[]), unnest($13::text[]), unnest($14::text[])`,
    values: [...orderArrays(orders), ...outboxArrays(orders.flatMap(({ messages }) => messages))],
  });
  return orders;
}

const orderArrays = (orders: readonly NewOrder[]) => [
  textArray(orders.map(({ account_id }) => account_id)),
  textArray(orders.map(({ order }) => order.id)),
  textArray(orders.map(({ order }) => order.location_id)),
  textArray(orders.map(({ row }) => row.timezone)),
  textArray(orders.map(({ order }) => order.status)),
  textArray(orders.map(({ order }) => order.created_by)),
  textArray(orders.map(({ order }) => order.customer?.id ?? null)),
  textArray(orders.map(({ order }) => String(order.customer?.anonymised ?? false))),
  textArray(orders.map(({ row }) => refsText(row.private_refs))),
  textArray(orders.map(({ row }) => row.document)),
];

/** An order of a location, with `client_id`'s own refs. */
export async function findOrder(db: Queryable, { account_id, location_id, order_id }: OrderKey, client_id: string) {
  const { rows } = await db.query<OwnRow>({
    name: 'find-order',
    text: `select id, document, private_refs -> $4 as own_refs from orders
           where account_id = $1 and id = $2 and location_id = $3`,
    values: [account_id, order_id, location_id, client_id],
  });
  return rows[0];
}

/** The delivery of an order as JSON text: null when it has none, undefined when there is no such order. */
export async function findDelivery(db: Queryable, { account_id, location_id, order_id }: OrderKey) {
  const { rows } = await db.query<{ delivery: string | null }>({
    name: 'find-delivery',
    text: 'select delivery from orders where account_id = $1 and id = $2 and location_id = $3',
    values: [account_id, order_id, location_id],
  });
  return rows[0]?.delivery;
}

/** The location of an order of an account. */
export async function findOrderLocation(db: Queryable, account_id: string, order_id: string) {
  const { rows } = await db.query<{ location_id: string }>({
    name: 'find-order-location',
    text: 'select location_id from orders where account_id = $1 and id = $2',
    values: [account_id, order_id],
  });
  return rows[0];
}

/** An order, locked until the transaction ends. */
export async function lockOrder(trx: Queryable, { account_id, location_id, order_id }: OrderKey) {
  const { rows } = await trx.query<OrderRow>({
    name: 'lock-order',
    text: `select document, delivery, private_refs, timezone from orders
           where account_id = $1 and id = $2 and location_id = $3 for update`,
    values: [account_id, order_id, location_id],
  });
  return rows[0];
}

/** Writes a locked order back. */
export async function updateOrderRow(
  trx: Queryable,
  { account_id, order_id }: OrderKey,
  status: Order['status'],
  { document, delivery, private_refs }: OrderRow,
) {
  await trx.query({
    name: 'update-order',
    text: 'update orders set status = $3, document = $4, delivery = $5, private_refs = $6 where account_id = $1 and id = $2',
    values: [account_id, order_id, status, document, delivery, refsText(private_refs)],
  });
}

/** The orders of an account or of one of its locations, as `client_id` may see and filter them. */
export type ListScope = { account_id: string; location_id?: string | undefined; client_id: string };

/**
 * A page of orders, oldest first. Ids grow with the time of creation, so cursor, `after` and `before` are ranges of ids, and
 * each further filter has an index that ends in the id: a page costs the same however many orders there are.
 */
export async function listOrderRows(
  db: Queryable,
  { account_id, location_id, client_id }: ListScope,
  filters: OrderFilters,
): Promise<Page<OwnRow>> {
  const { count, cursor, after, before, status, created_by, customer_id, private_ref } = filters;
  const exact = Object.entries({ location_id, status, created_by, customer_id }).filter(
    ([, value]) => value !== undefined,
  );
  const query = queryBuilder('orders')
    .select('id', 'document', queryBuilder.raw('private_refs -> ? as own_refs', [client_id]))
    .where({ account_id, ...Object.fromEntries(exact) })
    .orderBy('id')
    .limit(count + 1);
  if (cursor !== undefined) query.where('id', '>', cursor);
  if (after !== undefined) query.where('id', '>=', idFloor(parseTime(after)));
  if (before !== undefined) query.where('id', '<', idFloor(parseTime(before)));
  if (private_ref !== undefined) {
    query.whereRaw('private_refs @> ?::jsonb', [JSON.stringify({ [client_id]: { self: private_ref } })]);
  }
  return takePage(await runQuery<OwnRow>(db, query), count, ({ id }) => id);
}

/** The ids of up to `count` orders of a customer above `after` that still show personal data. */
export async function findOrdersToAnonymise(
  db: Queryable,
  { account_id, customer_id }: CustomerKey,
  { after, count }: { after: string; count: number },
) {
  const { rows } = await db.query<{ id: string }>(
    `select id from orders where account_id = $1 and customer_id = $2 and id > $3 and not customer_anonymised
     order by id limit $4`,
    [account_id, customer_id, after, count],
  );
  return rows.map(({ id }) => id);
}

/** Those of the orders that still show personal data, locked until the transaction ends. */
export async function lockOrdersToAnonymise(trx: Queryable, account_id: string, ids: readonly string[]) {
  const { rows } = await trx.query<OrderRow & { id: string; location_id: string }>(
    `select id, location_id, document, delivery, private_refs, timezone from orders
     where account_id = $1 and id = any($2::text[]) and not customer_anonymised
     order by id for update`,
    [account_id, ids],
  );
  return rows;
}

type AnonymisedOrder = { id: string; document: string };

/** Writes anonymised orders back, many in one statement. */
export async function updateAnonymisedOrders(trx: Queryable, account_id: string, orders: readonly AnonymisedOrder[]) {
  await trx.query(
    `update orders set document = changed.document, customer_anonymised = true
     from unnest($2::text[], $3::text[]) as changed (id, document)
     where orders.account_id = $1 and orders.id = changed.id`,
    [account_id, orders.map(({ id }) => id), orders.map(({ document }) => document)],
  );
}
