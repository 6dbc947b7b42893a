import type { Consumer } from '@order-hub/shared/consumer';
import { customerListEndpoints } from './customer-lists/customer-list.endpoints.ts';
import { customerEndpoints } from './customers/customer.endpoints.ts';
import { loyaltyCardEndpoints } from './loyalty-cards/loyalty-card.endpoints.ts';
import { loyaltyOperationEndpoints } from './loyalty-operations/loyalty-operation.endpoints.ts';

/** What the customers service answers and consumes. */
export const endpoints = [
  ...customerListEndpoints,
  ...customerEndpoints,
  ...loyaltyCardEndpoints,
  ...loyaltyOperationEndpoints,
];
export const consumers: Consumer<object>[] = [];
