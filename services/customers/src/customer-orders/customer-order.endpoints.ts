import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/customers-calls';
import type { Database } from '@order-hub/shared/database';
import { addCustomerOrders } from './add-customer-orders.ts';

/** What customers answers about the orders of a customer. */
export const customerOrderEndpoints = [
  answerTo(calls.addCustomerOrders, ({ params, body }, ctx, deps: { db: Database }) =>
    addCustomerOrders(deps, ctx, params, body),
  ),
];
