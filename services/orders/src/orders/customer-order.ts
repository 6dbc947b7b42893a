/** What an order counts for its customer (docs/api/customers.md#orders-of-a-customer). */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Order } from './order.schema.ts';

/** In which account, and by which client it was created or changed. */
export type OrderCause = { account_id: string; client_id: string };

/** Elements are only ever added and marked as deleted, so this grows with every change of the total. */
const totalVersion = ({ items, discounts, charges }: Order): number => {
  const elements = [...items, ...discounts, ...charges];
  return elements.length + elements.filter(({ deleted }) => deleted).length;
};

/** What customers is told of an order; null for a guest's. */
export function customerOrder(order: Order, { account_id, client_id }: OrderCause): CustomerOrder | null {
  const { id: order_id, location_id, customer, created_at, total, loyalty_operations } = order;
  if (!customer?.id || !customer.customer_list_id) return null;
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
