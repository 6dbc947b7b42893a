import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { everyRole } from '@order-hub/shared/roles';
import { createDelivery } from './create-delivery.ts';
import { deliveryCreate, deliveryUpdate, deliveryView } from './delivery.schema.ts';
import { retrieveDelivery } from './retrieve-delivery.ts';
import { updateDelivery } from './update-delivery.ts';

type Deps = { db: Database };

/** Create, retrieve and update the delivery of an order (docs/api/deliveries.md). */
export const deliveryEndpoints = [
  endpoint('POST /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Attach a delivery to an order',
    name: 'createDelivery',
    tag: 'Deliveries',
    description: 'For an order whose service type is `delivery` and that has no delivery yet.',
    guide: 'docs/api/deliveries.md#create',
    examples: {
      bolt: { carrier: 'Bolt', status: 'pending', estimated_dropoff_at: '2026-07-01T12:40:00+02:00', fee: '3.20 EUR' },
    },
    needs: 'orders.write',
    access: ['location', 'account'],
    roles: everyRole,
    body: deliveryCreate,
    reply: deliveryView,
    handle: ({ params, body }, ctx, deps: Deps) => createDelivery(deps, ctx, params, body),
  }),
  endpoint('GET /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Retrieve the delivery of an order',
    name: 'retrieveDelivery',
    tag: 'Deliveries',
    description: 'Gives the delivery, with the position of the driver.',
    guide: 'docs/api/deliveries.md#retrieve',
    needs: 'orders.read',
    access: ['location', 'account'],
    roles: everyRole,
    reply: deliveryView,
    handle: ({ params }, ctx, deps: Deps) => retrieveDelivery(deps, ctx, params),
  }),
  endpoint('PATCH /locations/:location_id/orders/:order_id/delivery', {
    summary: 'Update the delivery of an order',
    name: 'updateDelivery',
    tag: 'Deliveries',
    description: 'Updates the fields in the body. Some statuses set a timestamp.',
    guide: 'docs/api/deliveries.md#update',
    examples: {
      assigned: { status: 'pickup_enroute', driver_name: 'Sam', driver_phone: '+33612345678' },
      position: { driver_latitude: '48.85660000', driver_longitude: '2.35220000' },
    },
    needs: 'orders.write',
    access: ['location', 'account'],
    roles: everyRole,
    alias: 'PUT',
    body: deliveryUpdate,
    reply: deliveryView,
    handle: ({ params, body }, ctx, deps: Deps) => updateDelivery(deps, ctx, params, body),
  }),
];
