import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { withoutCustomerData } from '@order-hub/shared/personal-fields';
import { isForgotten } from './forgotten-customer.store.ts';
import { draftOrder, type StoredOrder } from './order.ts';
import { addToCustomer, findCustomer, withCustomerRefs } from './find-order-customer.ts';
import { customerOf, orderCreated } from './order.events.ts';
import type { OrderCreate } from './order.schema.ts';
import { insertOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

export type CreateOrderDeps = { db: Database; ask: Ask };

/** Places an order in a location: stored and announced together, or not at all. */
export async function createOrder({ db, ask }: CreateOrderDeps, ctx: Context, location_id: string, given: OrderCreate) {
  const { customer, private_refs: customerRefs } = await findCustomer(ask, ctx, given);
  const drafted = draftOrder(given, { ...orderPlace(ctx, location_id), customer });
  const stored = { ...drafted, private_refs: withCustomerRefs(drafted.private_refs, customer, customerRefs) };
  const document = await (customer?.id
    ? storeCustomerOrder(db, ctx, stored, customer.id)
    : storeOrder(db, ctx, stored));
  if (customer?.id) await addToCustomer(ask, ctx, stored.order, customer.id);
  return viewOrder(document, stored.private_refs?.[ctx.caller.client_id]);
}

function orderPlace({ caller, now }: Context, location_id: string) {
  return {
    location_id,
    timezone: caller.location?.timezone ?? 'UTC',
    currency: caller.account.currency,
    client_id: caller.client_id,
    client_name: caller.client_name,
    connection_name: caller.connection_name,
    now,
  };
}

/** Stores an order and the message of its creation in one statement. Gives the document that is stored. */
async function storeOrder(db: Queryable, { caller, now }: Context, { order, private_refs, timezone }: StoredOrder) {
  const { id: order_id, location_id } = order;
  const account_id = caller.account.id;
  const document = JSON.stringify(order);
  const created = orderCreated(
    {
      order_id,
      place: { account_id, location_id, timezone },
      cause: { client_id: caller.client_id, now },
      customer_id: customerOf(order),
    },
    { document, private_refs },
  );
  await insertOrder(db, { account_id, order, document, private_refs, timezone }, created);
  return document;
}

/** The same for an order of a customer, who may have been anonymised since they were looked up. */
const storeCustomerOrder = (db: Database, ctx: Context, stored: StoredOrder, customer_id: string) =>
  transaction(db, async (trx) => {
    const isAnonymous = await isForgotten(trx, ctx.caller.account.id, customer_id);
    const order = isAnonymous ? withoutCustomerData(stored.order) : stored.order;
    return storeOrder(trx, ctx, { ...stored, order });
  });
