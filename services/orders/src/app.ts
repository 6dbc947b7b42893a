import type { Endpoint } from '@order-hub/shared/endpoint';
import { deliveryEndpoints } from './deliveries/delivery.endpoints.ts';
import type { CreateOrderDeps } from './orders/create-order.ts';
import { orderEndpoints } from './orders/order.endpoints.ts';

/** Everything the orders service answers. */
export const ordersEndpoints = (deps: CreateOrderDeps): Endpoint[] => [
  ...orderEndpoints(deps),
  ...deliveryEndpoints(deps),
];
