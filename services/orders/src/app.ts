import { deliveryEndpoints } from './deliveries/delivery.endpoints.ts';
import { forgetCustomers } from './orders/forget-customers.consumer.ts';
import { orderEndpoints } from './orders/order.endpoints.ts';

/** Everything the orders service answers, and what it does with messages. */
export const endpoints = [...orderEndpoints, ...deliveryEndpoints];
export const consumers = [forgetCustomers];
