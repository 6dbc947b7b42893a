import type { Database } from '@order-hub/shared/database';
import type { AccountCaller } from '@order-hub/shared/caller';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { jsonText } from '@order-hub/shared/json';
import { createDelivery, updateDelivery } from './change-delivery.ts';
import { deliveryCreate, deliveryUpdate, deliveryView } from './delivery.schema.ts';
import { findDelivery } from './delivery.store.ts';

const keyOf = ({ account }: AccountCaller, params: { location_id: string; order_id: string }) => ({
  account_id: account.id,
  ...params,
});

type Deps = { db: Database };

/** Create, retrieve and update the delivery of an order (docs/api/deliveries.md). */
export const deliveryEndpoints = [
  endpoint('POST /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Attach a delivery to an order',
    needs: 'orders.write',
    access: ['location', 'account'],
    body: deliveryCreate,
    reply: deliveryView,
    handle: ({ params, body }, ctx, deps: Deps) => createDelivery(deps, ctx, keyOf(ctx.caller, params), body),
  }),
  endpoint('GET /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Retrieve the delivery of an order',
    needs: 'orders.read',
    access: ['location', 'account'],
    reply: deliveryView,
    async handle({ params }, { caller }, { db }: Deps) {
      const delivery = await findDelivery(db, keyOf(caller, params));
      if (delivery === undefined) throw notFound('Order');
      if (delivery === null) throw notFound('Delivery');
      return jsonText(delivery);
    },
  }),
  endpoint('PATCH /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Update the delivery of an order',
    needs: 'orders.write',
    access: ['location', 'account'],
    alias: 'PUT',
    body: deliveryUpdate,
    reply: deliveryView,
    handle: ({ params, body }, ctx, deps: Deps) => updateDelivery(deps, ctx, keyOf(ctx.caller, params), body),
  }),
];
