import type { Database } from '@order-hub/shared/database';
import { answerTo } from '@order-hub/shared/internal-call';
import * as internalCalls from '@order-hub/shared/internal-calls';
import { addCustomerOrder } from './add-customer-order.ts';

type Deps = { db: Database };

/** What customers answers about the orders of a customer. */
export const customerOrderEndpoints = [
  answerTo(internalCalls.addCustomerOrder, ({ body }, ctx, deps: Deps) => addCustomerOrder(deps, ctx, body)),
];
