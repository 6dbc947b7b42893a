/**
 * Fields that a client may leave out. PHP, forms and couriers send an empty text for "nothing": in a typed field, such as a time, a
 * number, a reference or a choice, it counts as absent (docs/api/conventions.md#nothing). In a plain text it is a text.
 */
import { z } from 'zod';
import { decimalSchema } from './amounts/decimal.ts';
import { listOf } from './lists.ts';
import { privateRefSchema } from './texts/private-ref.ts';
import { nameText, notesText } from './texts/texts.ts';
import { dateSchema, timeSchema } from './times/times.ts';

type IsNothing = (value: unknown) => boolean;

const isEmptyText: IsNothing = (value) => value === '';

/** MySQL's date that is none, alone or with a time. */
const zeroDate = /^0000-00-00(?:[T ]00:00(?::00(?:\.0*)?)?)?(?:Z|[+-]00(?::?00)?)?$/;

const isNoDate: IsNothing = (value) => value === '' || (typeof value === 'string' && zeroDate.test(value));

/** PHP writes an empty object as `[]`. */
const isEmptyOrList: IsNothing = (value) => value === '' || (Array.isArray(value) && value.length === 0);

/** Says in the API document that an empty text counts as absent. */
const mark = { 'x-empty-is-absent': true };

/** A field that is absent where it holds nothing. Null is as the schema has it. */
export const unlessNothing = <Schema extends z.ZodType>(schema: Schema, isNothing = isEmptyText) =>
  z
    .preprocess((value: z.input<Schema> | undefined) => (isNothing(value) ? undefined : value), schema.optional())
    .optional()
    .meta(mark);

/** A field that null clears in an update, and that nothing leaves unchanged. At creation, both are the same as absent. */
export const clearable = <Schema extends z.ZodType>(schema: Schema, isNothing = isEmptyText) =>
  unlessNothing(schema.nullable(), isNothing);

export const clearableTime = clearable(timeSchema, isNoDate);
export const clearableDate = clearable(dateSchema, isNoDate);

/** A field that is `unset` when it is left out, or null, or holds nothing. */
export const optional = <Schema extends z.ZodType, Unset>(schema: Schema, unset: Unset, isNothing = isEmptyText) =>
  clearable(schema, isNothing).transform((value): NonNullable<z.output<Schema>> | Unset => value ?? unset);

/** The same for an object with fields: `[]` counts as absent, too. */
export const optionalObject = <Schema extends z.ZodType, Unset>(schema: Schema, unset: Unset) =>
  optional(schema, unset, isEmptyOrList).meta({ 'x-empty-list-is-absent': true });

/**
 * A field of the hub's own, beside those of docs/api/conventions.md#fields-of-the-hub. Whoever sends something else under its name
 * loses no request: what cannot be read counts as absent (http/request/unreadable-fields.ts).
 */
export const hubField = <Schema extends z.ZodType>(field: Schema) => field.meta({ 'x-unreadable-is-absent': true });

/** A list that is empty when it is left out. */
export const optionalList = <Schema extends z.ZodType>(element: Schema, max: number) =>
  optional(listOf(element, max), []);

/** A reference, a code or a name that says nothing when it is empty. */
export const optionalRef = optional(nameText, null);

/** A text for people, which may be empty. */
const textOrNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value): NonNullable<z.output<Schema>> | null => value ?? null);

export const optionalText = textOrNull(nameText);
export const optionalNotes = textOrNull(notesText);
export const optionalDecimal = optional(decimalSchema, null);
export const optionalTime = optional(timeSchema, null, isNoDate);
export const optionalPrivateRef = optional(privateRefSchema, null);
