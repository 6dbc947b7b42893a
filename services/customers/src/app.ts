import { backlogEndpoints } from '@order-hub/shared/backlog-endpoints';
import { customerListEndpoints } from './customer-lists/customer-list.endpoints.ts';
import { followLocations } from './customer-lists/moved-location.consumer.ts';
import { addReceivedOrders } from './customer-orders/add-received-orders.consumer.ts';
import { customerOrderEndpoints } from './customer-orders/customer-order.endpoints.ts';
import { customerEndpoints } from './customers/customer.endpoints.ts';
import { loyaltyCardEndpoints } from './loyalty-cards/loyalty-card.endpoints.ts';
import { loyaltyOperationEndpoints } from './loyalty-operations/loyalty-operation.endpoints.ts';

/** What the customers service answers and consumes. */
export const endpoints = [
  ...customerListEndpoints,
  ...customerEndpoints,
  ...customerOrderEndpoints,
  ...loyaltyCardEndpoints,
  ...loyaltyOperationEndpoints,
  ...backlogEndpoints,
];
export const consumers = [addReceivedOrders, followLocations];
