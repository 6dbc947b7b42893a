import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { record } from '@order-hub/shared/outbox';
import { withoutCustomerData } from '@order-hub/shared/personal-fields';
import { addToCustomer, findCustomer } from './attach-customer.ts';
import { isForgotten } from './forgotten-customer.store.ts';
import { draftOrder, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderCreated } from './order.events.ts';
import { assertOrderSize } from './order-size.ts';
import type { OrderCreate } from './order.schema.ts';
import { insertOrder, rowOf } from './order.store.ts';
import { viewOrder } from './order.view.ts';

export type CreateOrderDeps = { db: Database; ask: Ask };

/** Places an order in a location: stored and announced together, or not at all. */
export async function createOrder({ db, ask }: CreateOrderDeps, ctx: Context, location_id: string, given: OrderCreate) {
  const customer = await findCustomer(ask, ctx, given);
  const drafted = draftOrder(given, { ...circumstances(ctx), ...customer, location_id });
  const { document, private_refs } = await storeOrder(db, ctx, drafted);
  await addToCustomer(ask, ctx, drafted.order);
  return viewOrder({ document, own_refs: private_refs?.[ctx.caller.client_id] });
}

const circumstances = ({ caller, now }: Context) => ({
  timezone: caller.location?.timezone ?? 'UTC',
  currency: caller.account.currency,
  client_id: caller.client_id,
  client_name: caller.client_name,
  connection_name: caller.connection_name,
  now,
});

/** Stores an order; without personal data when its customer was anonymised after they were looked up. */
function storeOrder(db: Database, ctx: Context, drafted: StoredOrder) {
  const customer_id = customerOf(drafted.order);
  if (customer_id === null) return insertAnnounced(db, ctx, drafted);
  const { client_id, account } = ctx.caller;
  return transaction(db, async (trx) => {
    const isAnonymous = await isForgotten(trx, account.id, customer_id);
    const order = isAnonymous ? withoutCustomerData(drafted.order) : drafted.order;
    const row = await insertAnnounced(trx, ctx, { ...drafted, order });
    await record(trx, ...customerOrdered(order, { account_id: account.id, client_id }));
    return row;
  });
}

/** The order and the message of its creation, in one statement. */
async function insertAnnounced(db: Queryable, { caller, now }: Context, stored: StoredOrder) {
  const { order, timezone } = stored;
  const key = { account_id: caller.account.id, location_id: order.location_id, order_id: order.id };
  const cause = { client_id: caller.client_id, now };
  const row = rowOf(stored);
  assertOrderSize(row);
  const created = orderCreated({ ...key, timezone, cause, customer_id: customerOf(order) }, row);
  await insertOrder(db, { account_id: caller.account.id, order, ...row }, created);
  return row;
}
