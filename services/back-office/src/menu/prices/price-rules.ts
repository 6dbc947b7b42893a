/** The form of the other prices of a sku or an option: what it shows, and the list that it makes. Pure. */
import type { MenuPriceOverride } from '@order-hub/shared/menu-calls';
import type { FieldError } from '@order-hub/shared/errors';
import type { Fields } from '../fields/availability-fields.ts';
import { amountIn, typedPrice } from '../fields/prices.ts';
import { jsonIn, type Values } from '../../shown/shown-values.ts';

/** The most prices that a form shows, and the most variants of a new one. */
export const rulesMax = 30;
export const ruleVariantsMax = 40;

export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** The form holds what it showed in a field of limited size. */
const charsMax = 8_000;

/** Whether the form can hold these prices. */
export const isEditable = (rules: readonly MenuPriceOverride[]): boolean =>
  rules.length <= rulesMax && JSON.stringify(rules).length <= charsMax;

/** What the form shows. `rules`: JSON. */
export const ruleValues = (rules: readonly MenuPriceOverride[]): Values => ({
  rules: JSON.stringify(rules),
  ...Object.fromEntries(rules.map(({ price }, at) => [`price_${at}`, amountIn(price)])),
});

/** The prices that a form showed. Catalog checks what somebody else may have written. */
export function rulesIn(shown: Values): MenuPriceOverride[] {
  const parsed = jsonIn(shown['rules']);
  return Array.isArray(parsed) ? (parsed as MenuPriceOverride[]) : [];
}

/** Said by the page in its language. */
export const needsCondition = 'must have at least one condition';

const wrongPrice = 'must be an amount such as 9.50';

type Typed = { typed: Fields; shown: Values; currency: string };

/** The prices that were shown, as they were typed, without those to remove. */
function keptRules({ typed, shown, currency }: Typed, faults: FieldError[]): MenuPriceOverride[] {
  return rulesIn(shown).flatMap((rule, at) => {
    if (typed[`remove_${at}`] !== undefined) return [];
    const [field, before] = [`price_${at}`, shown[`price_${at}`]];
    const text = typed[field] ?? before;
    if (text === undefined || text === before) return [rule];
    const price = typedPrice(text, currency);
    if (price === undefined) faults.push({ field, message: wrongPrice, code: 'not_money' });
    return price === undefined ? [] : [{ ...rule, price }];
  });
}

const conditionsOf = ({ price: _price, ...conditions }: MenuPriceOverride) => JSON.stringify(conditions);

/** Whether a form showed a price with the same conditions at a place: then what was typed there is about it. */
export function wasShown(rule: MenuPriceOverride, at: number, shown: Values): boolean {
  const before = rulesIn(shown)[at];
  return before !== undefined && conditionsOf(before) === conditionsOf(rule);
}

/** The conditions of a new price that were filled in. */
function conditionsIn(typed: Fields): Omit<MenuPriceOverride, 'price'> {
  const days = weekdays.map((day) => (typed[`day_${day}`] === undefined ? '-' : day)).join('');
  const variant_refs = Object.entries(typed).flatMap(([name, ref]) =>
    name.startsWith('variant_') && ref !== undefined ? [ref] : [],
  );
  const of = <Name extends string>(name: Name) => {
    const text = typed[name]?.trim() ?? '';
    return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
  };
  return {
    ...(variant_refs.length > 0 && { variant_refs }),
    ...(/\d/.test(days) && { dow: days }),
    ...of('start_time'),
    ...of('end_time'),
    ...of('start_date'),
    ...of('end_date'),
  };
}

/** A new price, if one was filled in. */
function newRules({ typed, currency }: Typed, faults: FieldError[]): MenuPriceOverride[] {
  const [text, conditions] = [typed['new_price']?.trim() ?? '', conditionsIn(typed)];
  const hasCondition = Object.keys(conditions).length > 0;
  if (text === '' && !hasCondition) return [];
  const price = typedPrice(text, currency);
  if (price === undefined) faults.push({ field: 'new_price', message: wrongPrice, code: 'not_money' });
  if (!hasCondition) faults.push({ field: 'new_price', message: needsCondition, code: 'empty' });
  return price === undefined ? [] : [{ price, ...conditions }];
}

/** The list that a person has made of the one that was shown. */
export function changedRules(sent: Typed): { rules: MenuPriceOverride[]; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const rules = [...keptRules(sent, faults), ...newRules(sent, faults)];
  return { rules, faults };
}
