import { z } from 'zod';

const nameCharsMax = 255;

/** A name that people read: not empty, without blanks around it. */
export const nameSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(nameCharsMax, `must have at most ${nameCharsMax} characters`);

/** The same in a form, where it may be left empty: null. */
export const optionalName = z
  .string()
  .transform((text) => text.trim() || null)
  .pipe(nameSchema.nullable());
