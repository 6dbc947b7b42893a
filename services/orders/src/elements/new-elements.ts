/** New elements, with every field in the order of docs/api/orders.md. Pure. */
import { newId } from '@order-hub/shared/ids';
import type {
  ChargeCreate,
  DealsCreate,
  DiscountCreate,
  ElementsCreate,
  ItemCreate,
  PaymentCreate,
} from './element.schema.ts';
import type { Charge, Deals, Discount, Elements, Item, Payment } from './element-view.schema.ts';
import { itemSubtotal } from './totals.ts';

/** What an element takes from its order: time, currency, and the service's key of each deal by the client's key. */
export type ElementFacts = { now: Date; currency: string; dealKeys: ReadonlyMap<string, string> };

/** The service's own deal keys `0`, `1`, … by the client's keys. */
export const renumberedKeys = (deals: DealsCreate): Map<string, string> =>
  new Map(Object.keys(deals).map((key, index) => [key, String(index)]));

/** The deals by the service's keys. */
export const newDeals = (deals: DealsCreate): Deals =>
  Object.fromEntries(Object.values(deals).map((deal, index) => [String(index), deal]));

/** An item with its subtotal; without a `deal_line` when it belongs to no deal. */
export function newItem(given: ItemCreate, { now, currency, dealKeys }: ElementFacts): Item {
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

export const newDiscount = (given: DiscountCreate, { now }: ElementFacts): Discount => ({
  id: newId(now),
  private_ref: null,
  name: given.name,
  ref: given.ref,
  price_off: given.price_off,
  deleted: given.deleted,
  pricing_effect: given.pricing_effect,
  pricing_value: given.pricing_value,
});

export const newCharge = (given: ChargeCreate, { now }: ElementFacts): Charge => ({
  id: newId(now),
  private_ref: null,
  name: given.name,
  ref: given.ref,
  price: given.price,
  tax_rate: given.tax_rate,
  deleted: given.deleted,
  type: given.type,
  charge_type: given.charge_type,
  charge_price: given.charge_price,
  charge_ref: given.charge_ref,
});

export const newPayment = (given: PaymentCreate, { now }: ElementFacts): Payment => ({
  id: newId(now),
  private_ref: null,
  name: given.name,
  ref: given.ref,
  amount: given.amount,
  info: given.info,
  deleted: given.deleted,
  type: given.type,
});

/** The elements of a new order, in the order in which they were given. */
export const newElements = (given: ElementsCreate, facts: ElementFacts): Elements => ({
  items: given.items.map((item) => newItem(item, facts)),
  discounts: given.discounts.map((discount) => newDiscount(discount, facts)),
  charges: given.charges.map((charge) => newCharge(charge, facts)),
  payments: given.payments.map((payment) => newPayment(payment, facts)),
});
