import { z } from 'zod';

/** A whole number of a form, which sends texts. */
export const wholeNumberText = z
  .string('must be a number')
  .regex(/^-?\d{1,4}$/, 'must be a whole number')
  .transform(Number);
