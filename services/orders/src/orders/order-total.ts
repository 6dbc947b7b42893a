/** What an order costs, exactly: items plus charges minus discounts (docs/api/orders.md#totals). */
import { Decimal } from '@order-hub/shared/decimal';
import { amountOf, formatMoney, type Money } from '@order-hub/shared/money';
import type { Order } from './order.schema.ts';
import type { Charge, Discount, Item, Payment } from './order-parts-view.schema.ts';

const zero = new Decimal(0);

const sum = <Part extends { deleted: boolean }>(parts: readonly Part[], amount: (part: Part) => Decimal) =>
  parts.reduce((total, part) => (part.deleted ? total : total.plus(amount(part))), zero);

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

/** The order's total and, when there are payments, how far they are from it. */
export function orderFigures(
  { items, charges, discounts, payments }: Pick<Order, 'items' | 'charges' | 'discounts' | 'payments'>,
  currency: string,
): Pick<Order, 'total' | 'payment_discrepancy'> {
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
