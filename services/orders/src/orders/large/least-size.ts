/** Refuses orders that are sure to become too large, before their elements are checked and built. Pure. */
import { collections, type Collection } from '../../elements/element-view.schema.ts';
import { elementsMax, optionsMax } from '../../elements/element-limits.ts';
import { orderBytesMax, tooLarge } from '../rows/order-size.ts';

/** The least bytes of an element in an order: all its fields, with empty texts. */
const leastBytes: Record<Collection, number> = { items: 260, discounts: 140, charges: 170, payments: 120 };
const leastOptionBytes = 80;

const texts: Record<Collection, readonly string[]> = {
  items: ['product_name', 'sku_name', 'sku_ref', 'subset', 'customer_notes'],
  discounts: ['name', 'ref'],
  charges: ['name', 'ref'],
  payments: ['name', 'ref'],
};
const optionTexts = ['option_list_name', 'name', 'ref'];

/** How much shorter an update can make what an order has: notes, custom fields, and `false` that becomes `true`. */
const shrinkBytesMax = 65_536;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The entries of a list. A longer one than it may be is refused for its length. */
const entriesOf = (list: unknown, max: number): Fields[] =>
  Array.isArray(list) && list.length <= max ? list.filter(isFields) : [];

function charsOf(fields: Fields, names: readonly string[]): number {
  let chars = 0;
  for (const name of names) {
    const text = fields[name];
    if (typeof text === 'string') chars += text.length;
  }
  return chars;
}

function elementBytes(collection: Collection, element: Fields): number {
  // An update of an element that exists.
  if (element['id'] !== undefined && element['id'] !== null) return 0;
  let bytes = leastBytes[collection] + charsOf(element, texts[collection]);
  if (collection !== 'items') return bytes;
  for (const option of entriesOf(element['options'], optionsMax)) {
    bytes += leastOptionBytes + charsOf(option, optionTexts);
  }
  return bytes;
}

/** The least bytes that the new elements of an unchecked body add to an order. */
export function leastBytesOf(body: unknown): number {
  if (!isFields(body)) return 0;
  let bytes = 0;
  for (const collection of collections) {
    for (const element of entriesOf(body[collection], elementsMax)) bytes += elementBytes(collection, element);
  }
  return bytes;
}

/** Throws 422 for the body of a creation that is sure to make an order too large. */
export function assertMayFit(body: unknown): void {
  if (leastBytesOf(body) > orderBytesMax) throw tooLarge();
}

/** Throws 422 for the body of an update that is sure to make the order of this document too large. */
export function assertMayFitInto(document: string, body: unknown): void {
  const bytes = leastBytesOf(body);
  if (bytes > shrinkBytesMax && document.length - shrinkBytesMax + bytes > orderBytesMax) throw tooLarge();
}
