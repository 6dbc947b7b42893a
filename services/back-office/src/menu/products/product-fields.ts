/** The form of a product: what it shows, and the changes that it makes. Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import type { MenuProduct } from '@order-hub/shared/menu-calls';
import { amountIn, typedPrice } from '../fields/prices.ts';
import type { FormChange } from '../fields/save-changes.ts';
import type { Values } from '../fields/shown-values.ts';

/** The most prices of a form. Those of further skus are on their own pages. */
export const pricedMax = 30;

const priceField = (at: number) => `price_${at}`;

/** Browsers send a line break of a text as two characters. */
const withPlainBreaks = (text: string) => text.replaceAll('\r\n', '\n');

/** What the form of a product shows. The ids of the skus say which price is whose, should their order change. */
export const productValues = ({ name, description, skus }: MenuProduct): Values => ({
  name,
  description: description ?? '',
  ...Object.fromEntries(
    skus.slice(0, pricedMax).flatMap(({ id, price }, at) => [
      [priceField(at), amountIn(price)],
      [`sku_${at}`, id],
    ]),
  ),
});

type Typed = { fields: Readonly<Record<string, string | undefined>>; shown: Values; currency: string };

function priceChanges({ id }: MenuProduct, { fields, shown, currency }: Typed) {
  const [changes, faults]: [FormChange[], FieldError[]] = [[], []];
  for (let at = 0; at < pricedMax; at += 1) {
    const field = priceField(at);
    const [before, after, sku_id] = [shown[field], fields[field], shown[`sku_${at}`]];
    if (before === undefined || after === undefined || sku_id === undefined || before === after) continue;
    const price = typedPrice(after, currency);
    if (price === undefined) faults.push({ field, message: 'must be an amount such as 9.50' });
    else {
      const part = { kind: 'product', id, child_id: sku_id } as const;
      changes.push({ field, change: { ...part, field: 'price', before: `${before} ${currency}`, after: price } });
    }
  }
  return { changes, faults };
}

/** What a person has changed in the form, from the values that it showed. */
export function productChanges(product: MenuProduct, typed: Typed): { changes: FormChange[]; faults: FieldError[] } {
  const { fields, shown } = typed;
  const { changes, faults } = priceChanges(product, typed);
  const part = { kind: 'product', id: product.id, child_id: null } as const;
  const texts = (['name', 'description'] as const).flatMap((field): FormChange[] => {
    const [before, after] = [shown[field] ?? '', withPlainBreaks(fields[field] ?? '')];
    if (withPlainBreaks(before) === after) return [];
    const valueOf = (text: string) => (field === 'description' && text === '' ? null : text);
    return [{ field, change: { ...part, field, before: valueOf(before), after: valueOf(after) } }];
  });
  return { changes: [...texts, ...changes], faults };
}
