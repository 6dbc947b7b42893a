/** What an order costs, exactly: items plus charges minus discounts (docs/api/orders.md#totals). */
import { Decimal } from '@order-hub/shared/decimal';
import { amountOf, formatMoney, type Money } from '@order-hub/shared/money';
import type { Charge, Discount, Elements, Item, Payment } from './element-view.schema.ts';

const zero = new Decimal(0);

const sum = <Element extends { deleted: boolean }>(
  elements: readonly Element[],
  amount: (element: Element) => Decimal,
) => elements.reduce((total, element) => (element.deleted ? total : total.plus(amount(element))), zero);

/** (item price + Σ option price × option quantity) × quantity, rounded half up. The price of a removed option counts. */
export function itemSubtotal(
  { price, quantity, options }: Pick<Item, 'price' | 'quantity' | 'options'>,
  currency: string,
): Money {
  const unitPrice = options.reduce(
    (total, option) => (option.price === null ? total : total.plus(amountOf(option.price).times(option.quantity))),
    amountOf(price),
  );
  return formatMoney(unitPrice.times(quantity), currency);
}

/** The total of an order and, when it has payments, the payments minus the total. */
export function orderTotals({ items, charges, discounts, payments }: Elements, currency: string) {
  const total = sum<Item>(items, ({ subtotal }) => amountOf(subtotal))
    .plus(sum<Charge>(charges, ({ price }) => amountOf(price)))
    .minus(sum<Discount>(discounts, ({ price_off }) => amountOf(price_off)));
  const isPaid = payments.some(({ deleted }) => !deleted);
  const paid = sum<Payment>(payments, ({ amount }) => amountOf(amount));
  return {
    total: formatMoney(total, currency),
    payment_discrepancy: isPaid ? formatMoney(paid.minus(total), currency) : null,
  };
}
