import { z } from 'zod';

const nameCharsMax = 255;

/** A name for people: not empty, trimmed. */
export const nameSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(nameCharsMax, `must have at most ${nameCharsMax} characters`);

/** An optional name in a form: null when it is left empty. */
export const optionalName = z
  .string()
  .transform((text) => text.trim() || null)
  .pipe(nameSchema.nullable());
