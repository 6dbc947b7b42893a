/**
 * Asks the customers service. What the requests of one moment ask goes into one call, as their orders go into one statement
 * (docs/decisions/0019-group-commit.md).
 */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { grouped, type Grouped } from '@order-hub/shared/group-commit';
import type { Ask } from '@order-hub/shared/internal-call';
import {
  addCustomerOrders,
  lookUpCustomers,
  type AskedCustomer,
  type FoundCustomer,
} from '@order-hub/shared/customers-calls';

/** `lookUp` answers null when there is no such customer. Both throw 503 when customers does not answer. */
export type CustomersClient = {
  lookUp: Grouped<AskedCustomer, FoundCustomer | null>;
  addOrder: Grouped<CustomerOrder>;
};

export const customersClient = (ask: Ask): CustomersClient => ({
  lookUp: grouped({
    insert: async (asked: readonly AskedCustomer[]) =>
      (await ask(lookUpCustomers, { params: {}, body: { asked: [...asked] } }))?.found,
    bytesOf: (asked) => JSON.stringify(asked).length,
  }),
  addOrder: grouped({
    insert: async (orders: readonly CustomerOrder[]) => {
      await ask(addCustomerOrders, { params: {}, body: { orders: [...orders] } });
    },
    bytesOf: (order) => Buffer.byteLength(JSON.stringify(order)),
  }),
});
