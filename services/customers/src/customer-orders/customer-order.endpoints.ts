import { answerTo } from '@order-hub/shared/internal-call';
import * as internalCalls from '@order-hub/shared/internal-calls';
import { addCustomerOrder, type AddOrderDeps } from './add-customer-order.ts';

/** What customers answers about the orders of a customer. */
export const customerOrderEndpoints = [
  answerTo(internalCalls.addCustomerOrder, ({ body }, _ctx, deps: AddOrderDeps) => addCustomerOrder(deps, body)),
];
