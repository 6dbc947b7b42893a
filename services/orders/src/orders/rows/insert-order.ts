/** Stores new orders; batches concurrent ones (docs/decisions/0019-group-commit.md). */
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { grouped } from '@order-hub/shared/group-commit';
import { keyUnderWay } from '@order-hub/shared/errors';
import type { KeptText } from '@order-hub/shared/kept-reply-store';
import { inChildSpan } from '@order-hub/shared/span';
import { anonymisedAmong } from '../../customers/find-anonymised.ts';
import type { CustomerKey } from '../../customers/order-customer.ts';
import type { NewOrder, OrderVariants } from '../prepare-order.ts';
import { insertOrders } from '../order.store.ts';
import { insertKeyedOrders } from './keyed-order.store.ts';

/** The reply to keep under the request's key, with the order that is stored. Null for a request without a key. */
export type KeepReply = ((stored: NewOrder) => KeptText) | null;

/** Stores one of the variants with the reply to keep, and resolves to it. Throws 409 for a key that has a reply. */
export type InsertOrder = (variants: OrderVariants, keep: KeepReply) => Promise<NewOrder>;

type GuestsOrder = { order: NewOrder; keep: KeepReply };
type CustomersOrder = OrderVariants & { customer: CustomerKey; keep: KeepReply };

/** The plain statement, unless a request has a key. Returns null for an order whose key has a reply. */
async function insertAll(db: Queryable, entries: readonly GuestsOrder[]): Promise<readonly (NewOrder | null)[]> {
  const orders = entries.map(({ order }) => order);
  if (entries.every(({ keep }) => keep === null)) return insertOrders(db, orders);
  const kept = entries.map(({ order, keep }) => keep && keep(order));
  const stored = await insertKeyedOrders(db, orders, kept);
  return orders.map((order) => (stored.has(order.order.id) ? order : null));
}

const insertCustomersOrders = (db: Database, orders: readonly CustomersOrder[]) =>
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
    run: (entries: readonly GuestsOrder[]) => insertAll(db, entries),
    bytesOf: ({ order }) => bytesOf(order),
  });
  const insertCustomersOrder = grouped({
    run: (orders: readonly CustomersOrder[]) => insertCustomersOrders(db, orders),
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
