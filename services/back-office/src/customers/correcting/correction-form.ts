/** The form in which a customer is corrected: each field twice, as it was shown and as it shall be. */
import type { CorrectableField, CorrectableFields, ShownCustomer } from '@order-hub/shared/customer-page-calls';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

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

export const shownName = (name: Field) => `shown_${name}` as const;

const fieldsOf = (nameOf: (name: Field) => string) =>
  Object.fromEntries(
    [...textFields, ...choiceFields].map((name) => [nameOf(name), textUpTo(limitOf(name)).default('')]),
  );

export const correctionForm = z.object({ ...fieldsOf((name) => name), ...fieldsOf(shownName) });

/** Browsers send line breaks of their own, and none in a line of text. */
const flat = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim();
const inLine = (text: string) => flat(text).replaceAll('\n', '');

/** A stored value as the form shows it. */
export const inForm = (customer: Customer, name: Field): string => {
  const value = customer[name];
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '');
};

const valueOf = (name: CorrectableField, text: string) =>
  name === 'sms_marketing' || name === 'email_marketing' ? text === 'yes' : text || null;

/** The fields that the user changed: as they were shown, and as they shall be. */
export function correctionOf(form: Record<string, string>): { shown: CorrectableFields; corrected: CorrectableFields } {
  const changed = [...textFields, ...choiceFields].flatMap((name) => {
    const [before, after] = [flat(form[shownName(name)] ?? ''), flat(form[name] ?? '')];
    return inLine(before) === inLine(after) ? [] : [{ name, before, after }];
  });
  const entries = (which: 'before' | 'after') =>
    Object.fromEntries(changed.map((field) => [field.name, valueOf(field.name, field[which])]));
  return { shown: entries('before'), corrected: entries('after') };
}
