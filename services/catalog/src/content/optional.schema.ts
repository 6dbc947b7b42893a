/** Fields that may be left out; null means the same as absent (docs/api/conventions.md#null). */
import { listOf } from '@order-hub/shared/lists';
import { nameText, notesText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { listMax } from './sizes.schema.ts';

/** A field that may be left out, and what it then is. */
export const optional = <Schema extends z.ZodType, Unset>(schema: Schema, unset: Unset) =>
  schema.nullish().transform((value): NonNullable<z.output<Schema>> | Unset => value ?? unset);

/** A collection that may be left out: then it is empty. */
export const optionalList = <Schema extends z.ZodType>(element: Schema, max: number) =>
  listOf(element, max)
    .nullish()
    .transform((list): z.output<Schema>[] => list ?? []);

export const optionalText = optional(nameText, null);
export const optionalNotes = optional(notesText, null);
export const optionalTexts = optionalList(nameText, listMax);
