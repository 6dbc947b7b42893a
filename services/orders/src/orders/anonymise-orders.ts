import { transaction, type Database } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { anonymisedOrder } from '@order-hub/shared/personal-fields';
import type { Relay } from '@order-hub/shared/relay';
import type { CustomerKey } from '../customers/order-customer.ts';
import { orderUpdated } from './order.events.ts';
import type { Order } from './order.schema.ts';
import { findOrdersToAnonymise, lockOrdersToAnonymise, updateAnonymisedOrders } from './order.store.ts';

type Deps = { db: Database; relay: Pick<Relay, 'wake'>; now: () => Date };
type LockedOrder = Awaited<ReturnType<typeof lockOrdersToAnonymise>>[number];

const batchSize = 100;

const anonymisedRow = (row: LockedOrder): LockedOrder => ({
  ...row,
  document: JSON.stringify(anonymisedOrder(JSON.parse(row.document) as Order)),
});

/** Both states are anonymised: the event must not hold the personal data either. */
function anonymisedMessage({ account_id, customer_id }: CustomerKey, row: LockedOrder, now: Date) {
  const { id: order_id, location_id, timezone } = row;
  const cause = { client_id: null, now };
  return orderUpdated({ account_id, location_id, order_id, timezone, cause, customer_id }, row, row);
}

/**
 * Anonymises a batch of a customer's orders with ids above `after` (docs/api/orders.md#anonymisation), each with its
 * `order.update`. Returns the last id; null when no order was left.
 */
export async function anonymiseOrders({ db, relay, now }: Deps, customer: CustomerKey, after: string) {
  const { account_id } = customer;
  const ids = await findOrdersToAnonymise(db, customer, { after, count: batchSize });
  if (ids.length === 0) return null;
  await transaction(db, async (trx) => {
    // Leaves out the orders that another process has anonymised meanwhile.
    const rows = (await lockOrdersToAnonymise(trx, account_id, ids)).map(anonymisedRow);
    await updateAnonymisedOrders(trx, account_id, rows);
    await record(trx, ...rows.map((row) => anonymisedMessage(customer, row, now())));
  });
  relay.wake();
  return ids.at(-1) ?? null;
}
