/** How the elements of an order are made from what a client sends: every field present, in the order of the contract. */
import type { FieldError } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { currencyOf } from '@order-hub/shared/money';
import { itemSubtotal } from './order-total.ts';
import type {
  Charge,
  ChargeCreate,
  DealLineCreate,
  DealsCreate,
  Discount,
  DiscountCreate,
  Item,
  ItemCreate,
  OptionCreate,
  Payment,
  PaymentCreate,
} from './order-parts.schema.ts';

/** What the making of elements takes from the order: its time, its currency, and the new key of each deal by the client's. */
export type ElementFacts = { now: Date; currency: string; dealKeys: ReadonlyMap<string, string> };

/** The service's own deal keys `0`, `1`, … for the client's, in the order in which they were given. */
export const renumberedKeys = (deals: DealsCreate): Map<string, string> =>
  new Map(Object.keys(deals).map((key, index) => [key, String(index)]));

function draftOption(option: OptionCreate): Item['options'][number] {
  const { option_list_name, name, ref = null, price = null, removed = null } = option;
  return { option_list_name, name, ref, price, quantity: option.quantity ?? 1, removed };
}

function draftDealLine(line: DealLineCreate, dealKeys: ElementFacts['dealKeys']): NonNullable<Item['deal_line']> {
  const { deal_key, label = null, position = null, pricing_effect = null, pricing_value = null } = line;
  return { deal_key: dealKeys.get(deal_key) ?? deal_key, label, position, pricing_effect, pricing_value };
}

/** An item with its subtotal. */
export function draftItem(given: ItemCreate, { now, currency, dealKeys }: ElementFacts): Item {
  const { product_name, price, quantity, deal_line } = given;
  const options = (given.options ?? []).map(draftOption);
  return {
    id: newId(now),
    private_ref: null,
    product_name,
    sku_name: given.sku_name ?? null,
    sku_ref: given.sku_ref ?? null,
    price,
    quantity,
    subtotal: itemSubtotal({ price, quantity, options }, currency),
    tax_rate: given.tax_rate ?? null,
    subset: given.subset ?? null,
    customer_notes: given.customer_notes ?? null,
    points_earned: given.points_earned ?? null,
    points_used: given.points_used ?? null,
    options,
    deleted: given.deleted ?? false,
    ...(deal_line && { deal_line: draftDealLine(deal_line, dealKeys) }),
  };
}

export const draftDiscount = (
  { name, ref = null, price_off, deleted }: DiscountCreate,
  { now }: ElementFacts,
): Discount => ({
  id: newId(now),
  private_ref: null,
  name,
  ref,
  price_off,
  deleted: deleted ?? false,
  pricing_effect: null,
  pricing_value: null,
});

export const draftCharge = (given: ChargeCreate, { now }: ElementFacts): Charge => ({
  id: newId(now),
  private_ref: null,
  name: given.name,
  ref: given.ref ?? null,
  price: given.price,
  tax_rate: given.tax_rate ?? null,
  deleted: given.deleted ?? false,
  type: null,
  charge_type: null,
  charge_price: null,
  charge_ref: null,
});

export const draftPayment = (given: PaymentCreate, { now }: ElementFacts): Payment => ({
  id: newId(now),
  private_ref: null,
  name: given.name ?? null,
  ref: given.ref ?? null,
  amount: given.amount,
  info: given.info ?? null,
  deleted: given.deleted ?? false,
  type: null,
});

type Amount = readonly [field: string, amount: string | null | undefined];

function itemAmounts({ price, options, deal_line }: ItemCreate, field: string): Amount[] {
  const isMoney = deal_line?.pricing_effect === 'fixed_price' || deal_line?.pricing_effect === 'price_off';
  return [
    [`${field}.price`, price],
    ...(options ?? []).map((option, index): Amount => [`${field}.options.${index}.price`, option.price]),
    [`${field}.deal_line.pricing_value`, isMoney ? deal_line.pricing_value : null],
  ];
}

/** A new element and where it stands in the request's body, such as `items.0`. */
export type Placed<Element> = { field: string; element: Element };

export type PlacedElements = {
  items: Placed<ItemCreate>[];
  discounts: Placed<DiscountCreate>[];
  charges: Placed<ChargeCreate>[];
  payments: Placed<PaymentCreate>[];
};

/** Every amount that is not in the account's currency (DESIGN, section 5). */
export function currencyFaults(
  { items, discounts, charges, payments }: PlacedElements,
  currency: string,
): FieldError[] {
  const amounts: Amount[] = [
    ...items.flatMap(({ field, element }) => itemAmounts(element, field)),
    ...discounts.map(({ field, element }): Amount => [`${field}.price_off`, element.price_off]),
    ...charges.map(({ field, element }): Amount => [`${field}.price`, element.price]),
    ...payments.map(({ field, element }): Amount => [`${field}.amount`, element.amount]),
  ];
  return amounts
    .filter(([, amount]) => amount !== null && amount !== undefined && currencyOf(amount) !== currency)
    .map(([field]) => ({ field, message: `must be in ${currency}, the currency of the account` }));
}

/** Every deal line whose key has no entry among the order's deals (contract, "DealLine"). */
export function dealKeyFaults(items: Placed<ItemCreate>[], dealKeys: ReadonlyMap<string, string>): FieldError[] {
  return items
    .filter(({ element: { deal_line } }) => deal_line && !dealKeys.has(deal_line.deal_key))
    .map(({ field }) => ({ field: `${field}.deal_line.deal_key`, message: "must be a key of the order's deals" }));
}
