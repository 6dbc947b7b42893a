import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound, unprocessable } from '@order-hub/shared/errors';
import { jsonText, type JsonText } from '@order-hub/shared/json';
import { changeOrder } from '../orders/change-order.ts';
import { placeOf, type OrderKey } from '../orders/order.events.ts';
import type { Order } from '../orders/order.schema.ts';
import { applyDeliveryUpdate, draftDelivery, orderDelivery, type DeliveryFacts } from './delivery.ts';
import { deliveryChanged } from './delivery.events.ts';
import type { Delivery, DeliveryCreate, DeliveryUpdate } from './delivery.schema.ts';

type Deps = { db: Database };

/** What becomes of the delivery of an order; throws what forbids it. */
type Decide = (order: Order, delivery: Delivery | null, facts: DeliveryFacts) => Delivery;

/** Changes the delivery with its order, and announces each where something changed that it shows. */
async function changeDelivery({ db }: Deps, ctx: Context, key: OrderKey, decide: Decide): Promise<JsonText> {
  const { caller, now } = ctx;
  const { delivery } = await changeOrder(db, ctx, key, (order, stored) => {
    const { timezone } = stored;
    const cause = { client_id: caller.client_id, now };
    const before = stored.delivery;
    const decided = decide(order, before === null ? null : (JSON.parse(before) as Delivery), { ...key, timezone, now });
    const after = JSON.stringify(decided);
    const messages =
      after === before
        ? []
        : [
            deliveryChanged(
              { order_id: key.order_id, delivery_id: decided.id, place: placeOf(key, timezone), cause },
              before,
              after,
            ),
          ];
    return { order: { ...order, delivery: orderDelivery(decided) }, delivery: after, messages };
  });
  return jsonText(delivery);
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
