/** Stores new orders; batches concurrent ones (docs/decisions/0019-group-commit.md). */
import { transaction, violates, type Database, type Queryable } from '@order-hub/shared/database';
import { grouped } from '@order-hub/shared/group-commit';
import { keyUnderWay } from '@order-hub/shared/errors';
import { byKey, keptRepliesKey, type KeptText } from '@order-hub/shared/kept-reply-store';
import { inChildSpan } from '@order-hub/shared/span';
import { anonymisedAmong } from '../../customers/find-anonymised.ts';
import type { CustomerKey } from '../../customers/order-customer.ts';
import type { NewOrder, OrderVariants } from '../prepare-order.ts';
import { insertOrders } from '../order.store.ts';
import { insertKeyedOrders, insertOrdersOfNewKeys } from './keyed-order.store.ts';

/** The reply to keep under the request's key, with the order that is stored. Null for a request without a key. */
export type KeepReply = ((stored: NewOrder) => KeptText) | null;

/** Stores one of the variants with the reply to keep, and resolves to it. Throws 409 for a key that has a reply. */
export type InsertOrder = (variants: OrderVariants, keep: KeepReply) => Promise<NewOrder>;

type GuestsOrder = { order: NewOrder; keep: KeepReply };
type CustomersOrder = OrderVariants & { customer: CustomerKey; keep: KeepReply };

/** Inserts entries. Returns null for an order whose key has a reply. */
type InsertAll = (db: Queryable, entries: readonly GuestsOrder[]) => Promise<readonly (NewOrder | null)[]>;

const keptOf = (entries: readonly GuestsOrder[]) => entries.map(({ order, keep }) => keep && keep(order));

const insertOfNewKeys: InsertAll = async (db, entries) => {
  const orders = entries.map(({ order }) => order);
  if (entries.every(({ keep }) => keep === null)) return insertOrders(db, orders);
  const kept = entries.map(({ order, keep }) => ({ order, reply: keep && keep(order) }));
  kept.sort((one, other) => byKey(one.reply, other.reply));
  await insertOrdersOfNewKeys(
    db,
    kept.map(({ order }) => order),
    kept.map(({ reply }) => reply),
  );
  return orders;
};

const insertOfAnyKeys: InsertAll = async (db, entries) => {
  const orders = entries.map(({ order }) => order);
  const stored = await insertKeyedOrders(db, orders, keptOf(entries));
  return orders.map((order) => (stored.has(order.order.id) ? order : null));
};

/**
 * Nearly every key is new, and the statement that expects it costs PostgreSQL half as much. Otherwise it has stored nothing,
 * and the other one stores the orders of the new keys.
 */
const expectingNewKeys = <Result>(insert: (insertAll: InsertAll) => Promise<Result>): Promise<Result> =>
  insert(insertOfNewKeys).catch((error: unknown) => {
    if (violates(error, keptRepliesKey)) return insert(insertOfAnyKeys);
    throw error;
  });

const insertCustomersOrders = (db: Database, orders: readonly CustomersOrder[], insertAll: InsertAll) =>
  transaction(db, async (trx) => {
    const isAnonymised = await anonymisedAmong(
      trx,
      orders.map(({ customer }) => customer),
    );
    const entries = orders.map(({ customer, keep, ...variants }) => ({
      order: isAnonymised(customer) ? variants.asAnonymised() : variants.asDrafted,
      keep,
    }));
    return insertAll(trx, entries);
  });

/** About the size of an order's rows: its messages hold all of it, mostly in characters of one byte. */
const bytesOf = ({ messages }: NewOrder) => messages.reduce((bytes, { body }) => bytes + body.length, 0);

const spanAttributes = { 'db.system.name': 'postgresql' };

/** Guests' orders depend on nothing else in the database, so they have groups, and statements, of their own. */
export function orderInserter(db: Database): InsertOrder {
  const insertGuestsOrder = grouped({
    run: (entries: readonly GuestsOrder[]) => expectingNewKeys((insertAll) => insertAll(db, entries)),
    bytesOf: ({ order }) => bytesOf(order),
  });
  const insertCustomersOrder = grouped({
    run: (orders: readonly CustomersOrder[]) =>
      expectingNewKeys((insertAll) => insertCustomersOrders(db, orders, insertAll)),
    bytesOf: ({ asDrafted }) => bytesOf(asDrafted),
  });
  return async ({ customer, asDrafted, asAnonymised }, keep) => {
    const stored = await inChildSpan('insert order', spanAttributes, () =>
      customer
        ? insertCustomersOrder({ customer, asDrafted, asAnonymised, keep })
        : insertGuestsOrder({ order: asDrafted, keep }),
    );
    if (!stored) throw keyUnderWay();
    return stored;
  };
}
