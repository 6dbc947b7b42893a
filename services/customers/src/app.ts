import type { Consumer } from '@order-hub/shared/consumer';
import { customerListEndpoints } from './customer-lists/customer-list.endpoints.ts';
import { customerEndpoints } from './customers/customer.endpoints.ts';

/** What the customers service answers and consumes. */
export const endpoints = [...customerListEndpoints, ...customerEndpoints];
export const consumers: Consumer<object>[] = [];
