import { z } from 'zod';

const NAME_CHARS_MAX = 255;

/** A name that people read: not empty, without blanks around it. */
export const nameSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(NAME_CHARS_MAX, `must have at most ${NAME_CHARS_MAX} characters`);
