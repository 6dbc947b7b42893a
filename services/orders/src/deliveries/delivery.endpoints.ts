import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { createDelivery } from './create-delivery.ts';
import { deliveryCreate, deliveryUpdate, deliveryView } from './delivery.schema.ts';
import { retrieveDelivery } from './retrieve-delivery.ts';
import { updateDelivery } from './update-delivery.ts';

type Deps = { db: Database };

/** Create, retrieve and update the delivery of an order (docs/api/deliveries.md). */
export const deliveryEndpoints = [
  endpoint('POST /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Attach a delivery to an order',
    needs: 'orders.write',
    access: ['location', 'account'],
    body: deliveryCreate,
    reply: deliveryView,
    handle: ({ params, body }, ctx, deps: Deps) => createDelivery(deps, ctx, params, body),
  }),
  endpoint('GET /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Retrieve the delivery of an order',
    needs: 'orders.read',
    access: ['location', 'account'],
    reply: deliveryView,
    handle: ({ params }, ctx, deps: Deps) => retrieveDelivery(deps, ctx, params),
  }),
  endpoint('PATCH /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Update the delivery of an order',
    needs: 'orders.write',
    access: ['location', 'account'],
    alias: 'PUT',
    body: deliveryUpdate,
    reply: deliveryView,
    handle: ({ params, body }, ctx, deps: Deps) => updateDelivery(deps, ctx, params, body),
  }),
];
