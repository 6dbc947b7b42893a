/** The faults of new elements, each with its path in the request's body. Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import { currencyOf } from '@order-hub/shared/money';
import type { ChargeCreate, DiscountCreate, ElementsCreate, ItemCreate, PaymentCreate } from './element.schema.ts';
import { collections, type Collection, type Elements } from './element-view.schema.ts';
import { elementsMax } from './element-limits.ts';
import type { ElementFacts } from './new-elements.ts';

/** A new element, and its index in its collection of the request's body. */
export type Addition<Element> = { collection: Collection; index: number; element: Element };

/** The new elements of a request. */
export type Additions = {
  items: Addition<ItemCreate>[];
  discounts: Addition<DiscountCreate>[];
  charges: Addition<ChargeCreate>[];
  payments: Addition<PaymentCreate>[];
};

const additionsTo = <Element>(collection: Collection, elements: readonly Element[]): Addition<Element>[] =>
  elements.map((element, index) => ({ collection, index, element }));

/** The elements of a new order. */
export const additionsOf = ({ items, discounts, charges, payments }: ElementsCreate): Additions => ({
  items: additionsTo('items', items),
  discounts: additionsTo('discounts', discounts),
  charges: additionsTo('charges', charges),
  payments: additionsTo('payments', payments),
});

/** Such as `items.0`. */
const fieldOf = ({ collection, index }: Addition<unknown>) => `${collection}.${index}`;

type ElementAmount = readonly [addition: Addition<unknown>, field: string, amount: string | null];

function itemAmounts(item: Addition<ItemCreate>): ElementAmount[] {
  const { price, options, deal_line } = item.element;
  const amounts: ElementAmount[] = [[item, 'price', price]];
  for (const [index, option] of options.entries()) amounts.push([item, `options.${index}.price`, option.price]);
  const isMoney = deal_line?.pricing_effect === 'fixed_price' || deal_line?.pricing_effect === 'price_off';
  if (isMoney) amounts.push([item, 'deal_line.pricing_value', deal_line.pricing_value]);
  return amounts;
}

/** The amounts of new elements. In loops: V8 runs `flatMap` by slow calls, and every order passes here. */
function amountsOf({ items, discounts, charges, payments }: Additions): ElementAmount[] {
  const amounts: ElementAmount[] = [];
  for (const item of items) amounts.push(...itemAmounts(item));
  for (const discount of discounts) amounts.push([discount, 'price_off', discount.element.price_off]);
  for (const charge of charges) amounts.push([charge, 'price', charge.element.price]);
  for (const payment of payments) amounts.push([payment, 'amount', payment.element.amount]);
  return amounts;
}

/** Every amount that is not in the account's currency (docs/api/conventions.md#currencies). */
function currencyFaults(added: Additions, currency: string): FieldError[] {
  const message = `must be in ${currency}, the currency of the account`;
  return amountsOf(added)
    .filter(([, , amount]) => amount !== null && currencyOf(amount) !== currency)
    .map(([addition, field]) => ({ field: `${fieldOf(addition)}.${field}`, message, code: 'wrong_currency' }));
}

/** Every deal line whose key is not one of the order's deals (docs/api/orders.md#deal-lines). */
const dealKeyFaults = (items: Addition<ItemCreate>[], dealKeys: ElementFacts['dealKeys']): FieldError[] =>
  items
    .filter(({ element: { deal_line } }) => deal_line && !dealKeys.has(deal_line.deal_key))
    .map((item) => ({
      field: `${fieldOf(item)}.deal_line.deal_key`,
      message: "must be a key of the order's deals",
      code: 'not_found',
    }));

/** Every new element that breaks a rule of its order. */
export const additionFaults = (added: Additions, { currency, dealKeys }: ElementFacts): FieldError[] => [
  ...dealKeyFaults(added.items, dealKeys),
  ...currencyFaults(added, currency),
];

/** The collections that new elements would make too long. Deleted elements count: they stay in the order. */
export const sizeFaults = (elements: Elements, added: Additions): FieldError[] =>
  collections
    .filter((name) => added[name].length > 0 && elements[name].length + added[name].length > elementsMax)
    .map((name) => ({
      field: name,
      message: `must have at most ${elementsMax.toLocaleString('en')} elements over the life of an order, deleted ones included`,
      code: 'too_many',
    }));
