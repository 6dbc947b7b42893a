import { z } from 'zod';
import { rule } from '../rules.ts';

const nameCharsMax = 255;

/** Control characters, and those that change the direction of the text around a name. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const isVisible = (text: string): boolean => !invisible.test(text);

/** What is wrong with a name that is not visible. */
export const visibleMessage = 'must have no control or text direction characters';

/** A name for people: not empty, trimmed, without control and text direction characters. */
export const nameSchema = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(nameCharsMax, `must have at most ${nameCharsMax} characters`)
  .check(rule(isVisible, 'forbidden_characters', visibleMessage));

/** An optional name in a form: null when it is left empty. */
export const optionalName = z
  .string()
  .transform((text) => text.trim() || null)
  .pipe(nameSchema.nullable());
