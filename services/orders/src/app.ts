import { backlogEndpoints } from '@order-hub/shared/backlog-endpoints';
import { markAnonymised } from './customers/anonymised-customer.consumer.ts';
import { deliveryEndpoints } from './deliveries/delivery.endpoints.ts';
import { storeTimezones } from './locations/moved-location.consumer.ts';
import { orderEndpoints } from './orders/order.endpoints.ts';

/** What the orders service answers and consumes. */
export const endpoints = [...orderEndpoints, ...deliveryEndpoints, ...backlogEndpoints];
export const consumers = [markAnonymised, storeTimezones];
