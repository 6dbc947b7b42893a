import { deliveryEndpoints } from './deliveries/delivery.endpoints.ts';
import { forgetCustomers } from './orders/forget-customers.consumer.ts';
import { orderEndpoints } from './orders/order.endpoints.ts';

/** What the orders service answers and consumes. */
export const endpoints = [...orderEndpoints, ...deliveryEndpoints];
export const consumers = [forgetCustomers];
