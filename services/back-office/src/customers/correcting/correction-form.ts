/** The form in which a customer is corrected, with what it showed. Pure. */
import type { CorrectableField, CorrectableFields, ShownCustomer } from '@order-hub/shared/customer-page-calls';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { shownField, shownIn, type Values } from '../../shown/shown-values.ts';
import { isUntouched, withPlainBreaks, type TextKind } from '../../shown/untouched.ts';

type Customer = ShownCustomer['customer'];

const lineCharsMax = { email: 255, phone: 255 } as const;

const textFields = [
  'first_name',
  'last_name',
  'company_name',
  'phone',
  'email',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'country',
  'delivery_notes',
] as const;

const choiceFields = ['sms_marketing', 'email_marketing'] as const;

type TextField = (typeof textFields)[number];
type Field = TextField | (typeof choiceFields)[number];

const limitOf = (name: Field) => {
  if (name === 'delivery_notes') return 10_000;
  return name in lineCharsMax ? lineCharsMax[name as keyof typeof lineCharsMax] : 1_000;
};

const fields = Object.fromEntries(
  [...textFields, ...choiceFields].map((name) => [name, textUpTo(limitOf(name)).default('')]),
);

export const fieldNames = [...textFields, ...choiceFields];

export const correctionForm = z.object({ ...fields, [shownField]: textUpTo(65_536) });

/** A stored value as the form shows it. */
export const inForm = (customer: Customer, name: Field): string => {
  const value = customer[name];
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '');
};

const valueOf = (name: CorrectableField, text: string) =>
  name === 'sms_marketing' || name === 'email_marketing' ? text === 'yes' : text || null;

/** What the form shows. */
export const correctionValues = (customer: Customer): Values =>
  Object.fromEntries(fieldNames.map((name) => [name, inForm(customer, name)]));

const kindOf = (name: Field): TextKind => (name === 'delivery_notes' ? 'area' : 'line');

/** The fields that the user changed: as they were shown, and as they shall be. */
export function correctionOf(form: Readonly<Record<string, string>>): {
  shown: CorrectableFields;
  corrected: CorrectableFields;
} {
  const shown = shownIn(form[shownField]);
  const changed = fieldNames.flatMap((name) => {
    const [before = '', after = ''] = [shown[name], form[name]];
    return isUntouched(kindOf(name), before, after) ? [] : [{ name, before, after: withPlainBreaks(after).trim() }];
  });
  const entries = (which: 'before' | 'after') =>
    Object.fromEntries(changed.map((field) => [field.name, valueOf(field.name, field[which])]));
  return { shown: entries('before'), corrected: entries('after') };
}
