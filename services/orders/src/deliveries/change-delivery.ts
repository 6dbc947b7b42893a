import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { notFound, unprocessable } from '@order-hub/shared/errors';
import { jsonText, type JsonText } from '@order-hub/shared/json';
import { record } from '@order-hub/shared/outbox';
import { orderUpdated } from '../orders/order.events.ts';
import type { Order } from '../orders/order.schema.ts';
import { lockOrder, updateOrderRow, type LockedOrder, type OrderKey } from '../orders/order.store.ts';
import { applyDeliveryUpdate, draftDelivery, orderDelivery, type DeliveryFacts } from './delivery.ts';
import { deliveryChanged } from './delivery.events.ts';
import type { Delivery, DeliveryCreate, DeliveryUpdate } from './delivery.schema.ts';

type Deps = { db: Database };

/** What becomes of the delivery of a locked order; throws what forbids it. */
type Decide = (order: Order, delivery: Delivery | null, facts: DeliveryFacts) => Delivery;

/** Stores the delivery with its order and announces both, each only where something changed that it shows. */
async function storeDelivery(
  trx: Queryable,
  ctx: Context,
  key: OrderKey,
  stored: LockedOrder,
  order: Order,
  after: Delivery,
) {
  const delivery = JSON.stringify(after);
  if (delivery === stored.delivery) return delivery;
  const { caller, now } = ctx;
  const { timezone, private_refs } = stored;
  const document = JSON.stringify({ ...order, delivery: orderDelivery(after) });
  await updateOrderRow(trx, key, { status: order.status, document, delivery, private_refs });
  const facts = { ...key, timezone, client_id: caller.client_id, now };
  // The driver's position is not in the order: when nothing else moved, nothing is told of the order.
  const told = document === stored.document ? [] : [orderUpdated(facts, stored, { document, private_refs })];
  await record(trx, deliveryChanged({ ...facts, delivery_id: after.id }, stored.delivery, delivery), ...told);
  return delivery;
}

/** Locks the order, lets `decide` say what its delivery becomes, and stores that. */
function changeDelivery({ db }: Deps, ctx: Context, key: OrderKey, decide: Decide): Promise<JsonText> {
  return transaction(db, async (trx) => {
    const stored = await lockOrder(trx, key);
    if (!stored) throw notFound('Order');
    const order = JSON.parse(stored.document) as Order;
    const delivery = stored.delivery === null ? null : (JSON.parse(stored.delivery) as Delivery);
    const { order_id, location_id } = key;
    const after = decide(order, delivery, { order_id, location_id, timezone: stored.timezone, now: ctx.now });
    return jsonText(await storeDelivery(trx, ctx, key, stored, order, after));
  });
}

/** Attaches a delivery: to an order of service type `delivery` that has none yet, else 422. */
export const createDelivery = (deps: Deps, ctx: Context, key: OrderKey, given: DeliveryCreate) =>
  changeDelivery(deps, ctx, key, (order, delivery, facts) => {
    if (delivery) throw unprocessable('The order has a delivery already; update that one');
    if (order.service_type !== 'delivery') {
      throw unprocessable(
        `Only an order of service type delivery can have a delivery; this one has ${order.service_type ?? 'none'}`,
      );
    }
    return draftDelivery(given, facts);
  });

/** Changes the order's delivery; 404 when it has none. */
export const updateDelivery = (deps: Deps, ctx: Context, key: OrderKey, given: DeliveryUpdate) =>
  changeDelivery(deps, ctx, key, (_order, delivery, facts) => {
    if (!delivery) throw notFound('Delivery');
    return applyDeliveryUpdate(delivery, given, facts);
  });
