import { markAnonymised } from './customers/anonymised-customer.consumer.ts';
import { deliveryEndpoints } from './deliveries/delivery.endpoints.ts';
import { orderEndpoints } from './orders/order.endpoints.ts';

/** What the orders service answers and consumes. */
export const endpoints = [...orderEndpoints, ...deliveryEndpoints];
export const consumers = [markAnonymised];
