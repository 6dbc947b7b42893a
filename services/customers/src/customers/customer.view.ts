import { formatDecimal, Decimal } from '@order-hub/shared/decimal';
import { timeOfId } from '@order-hub/shared/ids';
import { formatMoney } from '@order-hub/shared/money';
import { formatTime } from '@order-hub/shared/times';
import type { ListedCustomer } from './customer.ts';

/**
 * The JSON text of a customer, with the private ref of one client or, for events, of none. What clients have said is put
 * in as it is stored: a page of customers is made without parsing it.
 */
export function customerText({ list, customer }: ListedCustomer, private_ref: string | null = null): string {
  const { id, anonymised, fields, nb_orders, order_total, first_order_at, last_order_at, loyalty_cards } = customer;
  const timeOf = (at: Date | null) => at && formatTime(at, list.timezone);
  const first = JSON.stringify({ id, customer_list_id: list.id, anonymised, private_ref });
  const last = JSON.stringify({
    created_at: timeOf(timeOfId(id)),
    nb_orders,
    order_total: formatMoney(new Decimal(order_total), list.currency),
    first_order_date: timeOf(first_order_at),
    last_order_date: timeOf(last_order_at),
    loyalty_cards: loyalty_cards.map((card) => ({ ...card, balance: formatDecimal(new Decimal(card.balance)) })),
  });
  return `${first.slice(0, -1)},${fields.slice(1, -1)},${last.slice(1)}`;
}
