/** Makes the elements of an order from what a client sends: with every field, in the order of docs/api/orders.md. Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { currencyOf } from '@order-hub/shared/money';
import { itemSubtotal } from './order-total.ts';
import type { ChargeCreate, DealsCreate, DiscountCreate, ItemCreate, PaymentCreate } from './order-parts.schema.ts';
import type { Charge, Discount, Item, Payment } from './order-parts-view.schema.ts';

/** What an element takes from its order: time, currency, and the service's key of each deal by the client's key. */
export type ElementFacts = { now: Date; currency: string; dealKeys: ReadonlyMap<string, string> };

/** The service's own deal keys `0`, `1`, … for the client's, in the order in which they were given. */
export const renumberedKeys = (deals: DealsCreate): Map<string, string> =>
  new Map(Object.keys(deals).map((key, index) => [key, String(index)]));

/** An item with its subtotal; without a `deal_line` when it is part of no deal. */
export function draftItem(given: ItemCreate, { now, currency, dealKeys }: ElementFacts): Item {
  const { deal_line } = given;
  const item = {
    id: newId(now),
    private_ref: null,
    product_name: given.product_name,
    sku_name: given.sku_name,
    sku_ref: given.sku_ref,
    price: given.price,
    quantity: given.quantity,
    subtotal: itemSubtotal(given, currency),
    tax_rate: given.tax_rate,
    subset: given.subset,
    customer_notes: given.customer_notes,
    points_earned: given.points_earned,
    points_used: given.points_used,
    options: given.options,
    deleted: given.deleted,
  };
  if (!deal_line) return item;
  const { deal_key } = deal_line;
  return { ...item, deal_line: { ...deal_line, deal_key: dealKeys.get(deal_key) ?? deal_key } };
}

/** A discount, its deprecated fields null. */
export const draftDiscount = ({ name, ref, price_off, deleted }: DiscountCreate, { now }: ElementFacts): Discount => ({
  id: newId(now),
  private_ref: null,
  name,
  ref,
  price_off,
  deleted,
  pricing_effect: null,
  pricing_value: null,
});

/** A charge, its deprecated fields null. */
export const draftCharge = ({ name, ref, price, tax_rate, deleted }: ChargeCreate, { now }: ElementFacts): Charge => ({
  id: newId(now),
  private_ref: null,
  name,
  ref,
  price,
  tax_rate,
  deleted,
  type: null,
  charge_type: null,
  charge_price: null,
  charge_ref: null,
});

/** A payment, its deprecated field null. */
export const draftPayment = ({ name, ref, amount, info, deleted }: PaymentCreate, { now }: ElementFacts): Payment => ({
  id: newId(now),
  private_ref: null,
  name,
  ref,
  amount,
  info,
  deleted,
  type: null,
});

/** The collections of elements. */
export const collections = ['items', 'discounts', 'charges', 'payments'] as const;
export type Collection = (typeof collections)[number];

/** A new element and where it stands in the request's body. */
export type Placed<Element> = { collection: Collection; index: number; element: Element };

/** Such as `items.0`. Made only for a fault. */
const fieldOf = ({ collection, index }: Placed<unknown>) => `${collection}.${index}`;

type Amount = readonly [of: Placed<unknown>, part: string, amount: string | null];

function itemAmounts(item: Placed<ItemCreate>): Amount[] {
  const { price, options, deal_line } = item.element;
  const amounts: Amount[] = [[item, 'price', price]];
  for (const [index, option] of options.entries()) amounts.push([item, `options.${index}.price`, option.price]);
  const isMoney = deal_line?.pricing_effect === 'fixed_price' || deal_line?.pricing_effect === 'price_off';
  if (isMoney) amounts.push([item, 'deal_line.pricing_value', deal_line.pricing_value]);
  return amounts;
}

/** The amounts of new elements. In loops: V8 runs flatMap by slow calls, and this is done for every order. */
function amountsOf({ items, discounts, charges, payments }: Additions): Amount[] {
  const amounts: Amount[] = [];
  for (const item of items) amounts.push(...itemAmounts(item));
  for (const discount of discounts) amounts.push([discount, 'price_off', discount.element.price_off]);
  for (const charge of charges) amounts.push([charge, 'price', charge.element.price]);
  for (const payment of payments) amounts.push([payment, 'amount', payment.element.amount]);
  return amounts;
}

/** The new elements of a request. */
export type Additions = {
  items: Placed<ItemCreate>[];
  discounts: Placed<DiscountCreate>[];
  charges: Placed<ChargeCreate>[];
  payments: Placed<PaymentCreate>[];
};

/** Every amount that is not in the account's currency (docs/api/conventions.md#currencies). */
function currencyFaults(added: Additions, currency: string): FieldError[] {
  const message = `must be in ${currency}, the currency of the account`;
  return amountsOf(added)
    .filter(([, , amount]) => amount !== null && currencyOf(amount) !== currency)
    .map(([of, part]) => ({ field: `${fieldOf(of)}.${part}`, message }));
}

/** Every deal line whose key has no entry among the order's deals (docs/api/orders.md#deal-lines). */
const dealKeyFaults = (items: Placed<ItemCreate>[], dealKeys: ElementFacts['dealKeys']): FieldError[] =>
  items
    .filter(({ element: { deal_line } }) => deal_line && !dealKeys.has(deal_line.deal_key))
    .map((item) => ({ field: `${fieldOf(item)}.deal_line.deal_key`, message: "must be a key of the order's deals" }));

/** What is wrong with new elements in this order. */
export const additionFaults = (added: Additions, { currency, dealKeys }: ElementFacts): FieldError[] => [
  ...dealKeyFaults(added.items, dealKeys),
  ...currencyFaults(added, currency),
];
