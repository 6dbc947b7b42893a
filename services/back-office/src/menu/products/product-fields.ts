/** The form of a product: what it shows, and its fields. Pure. */
import type { MenuProduct } from '@order-hub/shared/menu-calls';
import { priceField, textAreaField, textField, type FormField } from '../fields/field-changes.ts';
import { amountIn } from '../fields/prices.ts';
import type { Values } from '../../shown/shown-values.ts';

/** The most prices of a form. Those of further skus are on their own pages. */
export const pricedMax = 30;

const priceName = (at: number) => `price_${at}`;

/** What the form of a product shows. The ids of the skus say which price is whose, should their order change. */
export const productValues = ({ name, description, skus }: MenuProduct): Values => ({
  name,
  description: description ?? '',
  ...Object.fromEntries(
    skus.slice(0, pricedMax).flatMap(({ id, price }, at) => [
      [priceName(at), amountIn(price)],
      [`sku_${at}`, id],
    ]),
  ),
});

/** The fields of the form, as it was shown. */
export function productFields(id: string, shown: Values, currency: string): FormField[] {
  const target = { kind: 'product', id, child_id: null } as const;
  const prices = Array.from({ length: pricedMax }, (_, at) => {
    const child_id = shown[`sku_${at}`];
    if (child_id === undefined) return [];
    return [priceField({ input: priceName(at), target: { ...target, child_id }, field: 'price' }, currency)];
  });
  return [
    textField({ input: 'name', target, field: 'name' }),
    textAreaField({ input: 'description', target, field: 'description' }),
    ...prices.flat(),
  ];
}
