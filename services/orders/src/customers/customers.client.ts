/** Calls the customers service. Concurrent requests share a call, as their orders share a statement (docs/decisions/0019-group-commit.md). */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import {
  addCustomerOrders,
  lookUpCustomers,
  type AskedCustomer,
  type FoundCustomer,
} from '@order-hub/shared/customers-calls';
import { grouped, type Grouped } from '@order-hub/shared/group-commit';
import type { Ask } from '@order-hub/shared/internal-call';

/** `lookUp` resolves to null when there is no such customer. Both throw 503 when customers does not answer. */
export type CustomersClient = {
  lookUp: Grouped<AskedCustomer, FoundCustomer | null>;
  addOrder: Grouped<CustomerOrder>;
};

export const customersClient = (ask: Ask): CustomersClient => ({
  lookUp: grouped({
    async run(asked) {
      const reply = await ask(lookUpCustomers, { params: {}, body: { asked: [...asked] } });
      return reply?.found ?? asked.map(() => null);
    },
    bytesOf: (asked) => JSON.stringify(asked).length,
  }),
  addOrder: grouped({
    async run(orders) {
      await ask(addCustomerOrders, { params: {}, body: { orders: [...orders] } });
      return orders.map(() => undefined);
    },
    bytesOf: (order) => Buffer.byteLength(JSON.stringify(order)),
  }),
});
