/** The items that a website has ordered, and their prices. Pure. */
import { parseMoney } from '@order-hub/client/money';
import { parsedObject, type Entry } from '../journal/entry.ts';

type OrderedItem = { ref: string; price: string };

/** The items in the body of an order that name a sku. */
export function itemsIn({ body }: Entry): OrderedItem[] {
  const { items } = parsedObject(body);
  if (!Array.isArray(items)) return [];
  return (items as Record<string, unknown>[]).flatMap(({ sku_ref, price }) =>
    typeof sku_ref === 'string' && typeof price === 'string' ? [{ ref: sku_ref, price }] : [],
  );
}

/** Fields that hold Money, as faults name them. */
export const isMoneyField = (field: string) => /(^|\.)(price|price_off|amount|total|subtotal|fee)$/.test(field);

const hundredthsOf = (price: string): bigint | undefined => {
  try {
    return parseMoney(price).hundredths;
  } catch {
    return undefined;
  }
};

/** Whether a price is none of those in the catalog, but within 5 cents of one: more likely rounded than another price. */
export function centsApart(price: string, prices: readonly string[]): boolean {
  const own = hundredthsOf(price);
  if (own === undefined || prices.includes(price)) return false;
  return prices.some((other) => {
    const apart = own - (hundredthsOf(other) ?? own);
    return apart !== 0n && apart >= -5n && apart <= 5n;
  });
}

/**
 * The next higher price that loses a cent in floating point numbers: 4.35 * 100 is 434.99999999999994. Throws RangeError for
 * anything but Money.
 */
export function delicatePrice(price: string): string {
  const { hundredths, currency } = parseMoney(price);
  for (let next = hundredths + 10n; ; next += 1n) {
    const digits = String(next).padStart(3, '0');
    const units = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
    if (Math.trunc(+units * 100) !== +digits) return `${units} ${currency}`;
  }
}
