/** An order as it counts for its customer (docs/api/customers.md#orders-of-a-customer). Pure. */
import type { CustomerView } from '@order-hub/shared/customer';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Elements } from '../elements/element-view.schema.ts';

/** The account of an order, and the client that created or updated it. */
export type OrderOwner = { account_id: string; client_id: string };

type CountedOrder = Pick<Elements, 'items' | 'discounts' | 'charges'> &
  Pick<CustomerOrder, 'location_id' | 'created_at' | 'total' | 'loyalty_operations'> & {
    id: string;
    customer: CustomerView;
  };

/** Grows with every change of the total: elements are only ever added and marked as deleted. */
const totalVersion = ({ items, discounts, charges }: CountedOrder): number => {
  const elements = [...items, ...discounts, ...charges];
  return elements.length + elements.filter(({ deleted }) => deleted).length;
};

/** What the customers service needs to know of an order; null for a guest's. */
export function customerOrder(order: CountedOrder, { account_id, client_id }: OrderOwner): CustomerOrder | null {
  const { id: order_id, location_id, customer, created_at, total, loyalty_operations } = order;
  if (!customer.id || !customer.customer_list_id) return null;
  return {
    account_id,
    customer_list_id: customer.customer_list_id,
    customer_id: customer.id,
    order_id,
    location_id,
    client_id,
    created_at,
    total,
    total_version: totalVersion(order),
    loyalty_operations,
  };
}
