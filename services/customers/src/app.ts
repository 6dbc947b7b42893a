import { customerListEndpoints } from './customer-lists/customer-list.endpoints.ts';
import { addToldOrders } from './customer-orders/add-told-orders.consumer.ts';
import { customerOrderEndpoints } from './customer-orders/customer-order.endpoints.ts';
import { customerEndpoints } from './customers/customer.endpoints.ts';

/** What the customers service answers and consumes. */
export const endpoints = [...customerListEndpoints, ...customerEndpoints, ...customerOrderEndpoints];
export const consumers = [addToldOrders];
