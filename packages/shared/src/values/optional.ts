/** Fields that a creation may leave out; null means the same as absent (docs/api/conventions.md#null). */
import { z } from 'zod';
import { decimalSchema } from './amounts/decimal.ts';
import { listOf } from './lists.ts';
import { privateRefSchema } from './texts/private-ref.ts';
import { nameText, notesText } from './texts/texts.ts';
import { timeSchema } from './times/times.ts';

/** A field that is `unset` when it is left out. */
export const optional = <Schema extends z.ZodType, Unset>(schema: Schema, unset: Unset) =>
  schema.nullish().transform((value): NonNullable<z.output<Schema>> | Unset => value ?? unset);

/** A list that is empty when it is left out. */
export const optionalList = <Schema extends z.ZodType>(element: Schema, max: number) =>
  listOf(element, max)
    .nullish()
    .transform((list): z.output<Schema>[] => list ?? []);

export const optionalText = optional(nameText, null);
export const optionalNotes = optional(notesText, null);
export const optionalDecimal = optional(decimalSchema, null);
export const optionalTime = optional(timeSchema, null);
export const optionalPrivateRef = optional(privateRefSchema, null);
