/** The form of an option list: what it shows, and its fields. Pure. */
import type { MenuOptionList } from '@order-hub/shared/menu-part-calls';
import { countField, optionalCountField, priceField, textField, type FormField } from '../fields/field-changes.ts';
import { amountIn } from '../fields/prices.ts';
import type { Values } from '../../shown/shown-values.ts';

/** The most prices of a form. Those of further options are on their own pages. */
export const pricedMax = 30;

/** What the form of an option list shows. The ids say which price is whose, should the order of the options change. */
export const optionListValues = ({ name, min_selections, max_selections, options }: MenuOptionList): Values => ({
  name,
  min: String(min_selections),
  max: max_selections === null ? '' : String(max_selections),
  ...Object.fromEntries(
    options.slice(0, pricedMax).flatMap(({ id, price }, at) => [
      [`price_${at}`, amountIn(price)],
      [`option_${at}`, id],
    ]),
  ),
});

/** The fields of the form, as it was shown. */
export function optionListFields(id: string, shown: Values, currency: string): FormField[] {
  const target = { kind: 'option_list', id, child_id: null } as const;
  const prices = Array.from({ length: pricedMax }, (_, at) => {
    const child_id = shown[`option_${at}`];
    const input = `price_${at}`;
    return child_id === undefined
      ? []
      : [priceField({ input, target: { ...target, child_id }, field: 'price' }, currency)];
  });
  return [
    textField({ input: 'name', target, field: 'name' }),
    countField({ input: 'min', target, field: 'min_selections' }),
    optionalCountField({ input: 'max', target, field: 'max_selections' }),
    ...prices.flat(),
  ];
}
