/** Texts in request bodies, each with a size limit (docs/api/limits.md#text-sizes). */
import { z } from 'zod';
import { rule } from '../rules.ts';

const nameCharsMax = 1_000;
const notesCharsMax = 10_000;
const searchedCharsMax = 255;

/** Whether a text has at most `charsMax` characters, counted as code points, as PostgreSQL does. */
export const hasAtMost = (text: string, charsMax: number): boolean =>
  text.length <= charsMax || (text.length <= 2 * charsMax && [...text].length <= charsMax);

/** A text of at most `charsMax` characters. */
export const textUpTo = (charsMax: number) =>
  z
    .string('must be a text')
    .check(
      rule(
        (text) => hasAtMost(text, charsMax),
        'too_long',
        `must have at most ${charsMax.toLocaleString('en')} characters`,
        { abort: true },
      ),
    )
    .meta({ maxLength: charsMax });

/** A name, a ref or another single line. */
export const nameText = textUpTo(nameCharsMax);

/** A text that filters lists: it must fit in an index. */
export const searchedText = textUpTo(searchedCharsMax);

/** Notes or a description: a text of up to several pages. */
export const notesText = textUpTo(notesCharsMax);
