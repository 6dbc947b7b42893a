/** How orders count for their customers (docs/api/customers.md#orders-of-a-customer). */
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { Decimal } from '@order-hub/shared/decimal';
import { newId } from '@order-hub/shared/ids';
import { amountOf } from '@order-hub/shared/money';
import { parseTime } from '@order-hub/shared/times';
import { keyText, type CustomerRecord, type OrderStatistics } from '../customers/customer.ts';
import { cardForOrder, withCard } from '../loyalty-cards/loyalty-card.ts';
import { applyOperation, type ListedOperation } from '../loyalty-operations/loyalty-operation.ts';

/** The total with which an order counts in its customer's statistics. A higher version is newer. */
export type CountedTotal = { total: string; total_version: number };

/** A customer before and after one of its orders counted, with the loyalty operations of the order. */
export type CountedOrder = {
  order: CustomerOrder;
  before: CustomerRecord;
  after: CustomerRecord;
  operations: ListedOperation[];
};

/** Identifies an order among those of all accounts. */
export const orderKeyText = ({ account_id, order_id }: Pick<CustomerOrder, 'account_id' | 'order_id'>) =>
  `${account_id} ${order_id}`;

/** Whether an order is new, or its total newer than the counted one. `totals`: by `orderKeyText`. */
function isUncounted(order: CustomerOrder, totals: ReadonlyMap<string, CountedTotal>): boolean {
  const counted = totals.get(orderKeyText(order));
  return !counted || counted.total_version < order.total_version;
}

function statisticsAfter(before: OrderStatistics, order: CustomerOrder, counted?: CountedTotal): OrderStatistics {
  const created_at = parseTime(order.created_at);
  const { nb_orders, order_total, first_order_at: first, last_order_at: last } = before;
  return {
    nb_orders: counted ? nb_orders : nb_orders + 1,
    order_total: new Decimal(order_total)
      .plus(amountOf(order.total))
      .minus(counted?.total ?? 0)
      .toFixed(),
    first_order_at: first && first < created_at ? first : created_at,
    last_order_at: last && last > created_at ? last : created_at,
  };
}

/**
 * Applies the loyalty operations of a new order, in their order (docs/api/orders.md#loyalty-operations). Drops an operation
 * that needs a new card when the customer may not have one more.
 */
function withOperations(customer: CustomerRecord, order: CustomerOrder, now: Date) {
  const operations: ListedOperation[] = [];
  let after = customer;
  for (const { ref, name, delta, reason } of order.loyalty_operations) {
    const card = cardForOrder(after, { ref, name }, newId(now));
    if (!card) continue;
    const { order_id, location_id: order_location_id } = order;
    const applied = applyOperation(card, newId(now), { delta, reason, order_id, order_location_id });
    after = withCard(after, applied.card);
    operations.push({ list: customer.list, ...applied });
  }
  return { after, operations };
}

function countOrder(order: CustomerOrder, before: CustomerRecord, counted: CountedTotal | undefined, now: Date) {
  const after = { ...before, ...statisticsAfter(before, order, counted) };
  // A new total changes the sum only: the loyalty operations were applied when the order first counted.
  return counted ? { after, operations: [] } : withOperations(after, order, now);
}

/**
 * Counts orders for their customers in sequence. Skips an order that counts already with this total or a newer one, and an
 * order whose customer is not in `customers` (by `keyText`). `totals`: by `orderKeyText`.
 */
export function countOrders(
  orders: readonly CustomerOrder[],
  stored: { customers: ReadonlyMap<string, CustomerRecord>; totals: ReadonlyMap<string, CountedTotal> },
  now: Date,
): CountedOrder[] {
  const customers = new Map(stored.customers);
  const totals = new Map(stored.totals);
  return orders.flatMap((order): CountedOrder[] => {
    const before = customers.get(keyText(order));
    if (!before || !isUncounted(order, totals)) return [];
    const { after, operations } = countOrder(order, before, totals.get(orderKeyText(order)), now);
    customers.set(keyText(order), after);
    totals.set(orderKeyText(order), { total: amountOf(order.total).toFixed(), total_version: order.total_version });
    return [{ order, before, after, operations }];
  });
}
