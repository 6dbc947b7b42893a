/** Fields of a form that are single fields of a menu: what was typed becomes changes from what was shown. Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import type { MenuChange, MenuValue } from '@order-hub/shared/menu-calls';
import type { Fields, Target } from './availability-fields.ts';
import { typedPrice } from './prices.ts';
import type { FormChange } from './save-changes.ts';
import type { Values } from './shown-values.ts';

/**
 * A field. `valueOf`: the value of what was typed, undefined for what is none, of which `fault` says what it must be.
 * `shownValueOf`: the value of what was shown.
 */
export type FormField = {
  input: string;
  target: Target;
  field: MenuChange['field'];
  valueOf: (text: string) => MenuValue | undefined;
  shownValueOf: (text: string) => MenuValue;
  fault: string;
};

type Named = Pick<FormField, 'input' | 'target' | 'field'>;

/** Browsers send a line break of a text as two characters. */
const withPlainBreaks = (text: string) => text.replaceAll('\r\n', '\n');

const textOrNull = (text: string) => (text === '' ? null : text);

/** A text that must not be empty: the schema of the form says so. */
export const textField = (named: Named): FormField => ({
  ...named,
  valueOf: withPlainBreaks,
  shownValueOf: (text) => text,
  fault: '',
});

export const optionalTextField = (named: Named): FormField => ({
  ...named,
  valueOf: (text) => textOrNull(withPlainBreaks(text)),
  shownValueOf: textOrNull,
  fault: '',
});

export const priceField = (named: Named, currency: string): FormField => ({
  ...named,
  valueOf: (text) => typedPrice(text, currency),
  shownValueOf: (text) => `${text} ${currency}`,
  fault: 'must be an amount such as 9.50',
});

/** An amount, or none. */
export const optionalPriceField = (named: Named, currency: string): FormField => ({
  ...named,
  valueOf: (text) => (text.trim() === '' ? null : typedPrice(text, currency)),
  shownValueOf: (text) => (text === '' ? null : `${text} ${currency}`),
  fault: 'must be an amount such as 9.50',
});

const count = /^\d{1,7}$/;

const countIn = (text: string) => (count.test(text.trim()) ? Number.parseInt(text, 10) : undefined);

export const countField = (named: Named): FormField => ({
  ...named,
  valueOf: countIn,
  shownValueOf: (text) => countIn(text) ?? null,
  fault: 'must be a whole number',
});

/** A number, or no limit. */
export const optionalCountField = (named: Named): FormField => ({
  ...countField(named),
  valueOf: (text) => (text.trim() === '' ? null : countIn(text)),
});

/** `on` or `off`. */
export const switchField = (named: Named): FormField => ({
  ...named,
  valueOf: (text) => text === 'on',
  shownValueOf: (text) => text === 'on',
  fault: '',
});

/** What a person has changed in some fields of a form. */
export function changesIn(
  fields: readonly FormField[],
  { typed, shown }: { typed: Fields; shown: Values },
): { changes: FormChange[]; faults: FieldError[] } {
  const [changes, faults]: [FormChange[], FieldError[]] = [[], []];
  for (const { input, target, field, valueOf, shownValueOf, fault } of fields) {
    const [before, after] = [shown[input], typed[input]];
    if (before === undefined || after === undefined || withPlainBreaks(before) === withPlainBreaks(after)) continue;
    const value = valueOf(after);
    if (value === undefined) faults.push({ field: input, message: fault });
    else changes.push({ field: input, change: { ...target, field, before: shownValueOf(before), after: value } });
  }
  return { changes, faults };
}
