/** Fields of a form that are single fields of a menu: what was typed becomes changes from what was shown. Pure. */
import type { FieldError } from '@order-hub/shared/errors';
import type { MenuChange, MenuValue } from '@order-hub/shared/menu-calls';
import type { Fields, Target } from './availability-fields.ts';
import { isUntouched, withPlainBreaks, type TextKind } from '../../shown/untouched.ts';
import { typedPrice } from './prices.ts';
import type { FormChange } from './save-changes.ts';
import type { Values } from '../../shown/shown-values.ts';

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
  fault: Omit<FieldError, 'field'>;
  /** A line by default. */
  kind?: TextKind;
};

type Named = Pick<FormField, 'input' | 'target' | 'field'>;

/** Of a field that takes whatever is typed. */
const takesAny: FormField['fault'] = { message: '', code: 'invalid' };

const textOrNull = (text: string) => (text === '' ? null : text);

/** A text that must not be empty. */
export const textField = (named: Named): FormField => ({
  ...named,
  valueOf: (text) => (text.trim() === '' ? undefined : withPlainBreaks(text)),
  shownValueOf: (text) => text,
  fault: { message: 'must not be empty', code: 'empty' },
});

export const optionalTextField = (named: Named): FormField => ({
  ...named,
  valueOf: (text) => textOrNull(withPlainBreaks(text)),
  shownValueOf: textOrNull,
  fault: takesAny,
});

/** Several lines, or none. */
export const textAreaField = (named: Named): FormField => ({ ...optionalTextField(named), kind: 'area' });

export const priceField = (named: Named, currency: string): FormField => ({
  ...named,
  valueOf: (text) => typedPrice(text, currency),
  shownValueOf: (text) => `${text} ${currency}`,
  fault: { message: 'must be an amount such as 9.50', code: 'not_money' },
});

/** An amount, or none. */
export const optionalPriceField = (named: Named, currency: string): FormField => ({
  ...named,
  valueOf: (text) => (text.trim() === '' ? null : typedPrice(text, currency)),
  shownValueOf: (text) => (text === '' ? null : `${text} ${currency}`),
  fault: { message: 'must be an amount such as 9.50', code: 'not_money' },
});

const count = /^\d{1,7}$/;

const countIn = (text: string) => (count.test(text.trim()) ? Number.parseInt(text, 10) : undefined);

export const countField = (named: Named): FormField => ({
  ...named,
  valueOf: countIn,
  shownValueOf: (text) => countIn(text) ?? null,
  fault: { message: 'must be a whole number', code: 'not_a_number' },
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
  fault: takesAny,
});

/** What a person has changed in some fields of a form. What nobody touched is not judged: an app may have written what a form refuses. */
export function changesIn(
  fields: readonly FormField[],
  { typed, shown }: { typed: Fields; shown: Values },
): { changes: FormChange[]; faults: FieldError[] } {
  const [changes, faults]: [FormChange[], FieldError[]] = [[], []];
  for (const { input, target, field, valueOf, shownValueOf, fault, kind = 'line' } of fields) {
    const [before, after] = [shown[input] ?? '', typed[input]];
    if (after === undefined || isUntouched(kind, before, after)) continue;
    const value = valueOf(after);
    if (value === undefined) faults.push({ field: input, ...fault });
    else changes.push({ field: input, change: { ...target, field, before: shownValueOf(before), after: value } });
  }
  return { changes, faults };
}
