import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/customers-calls';
import type { Database } from '@order-hub/shared/database';
import { addCustomerOrders } from './add-customer-orders.ts';

/** Answers calls of orders about the orders of customers. */
export const customerOrderEndpoints = [
  answerTo(calls.addCustomerOrders, ({ params, body }, ctx, deps: { db: Database }) =>
    addCustomerOrders(deps, ctx, params, body),
  ),
];
