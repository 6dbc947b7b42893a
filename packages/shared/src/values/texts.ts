/** Texts in bodies. Every text has a limit, so that what is accepted can be announced (docs/api/limits.md#text-sizes). */
import { z } from 'zod';
import { rule } from './rules.ts';

const nameCharsMax = 1_000;
const notesCharsMax = 10_000;
const searchedCharsMax = 255;

/** Whether a text has at most `charsMax` characters, counted as Unicode code points like PostgreSQL does. */
export const hasAtMost = (text: string, charsMax: number): boolean =>
  text.length <= charsMax || (text.length <= 2 * charsMax && [...text].length <= charsMax);

/** A text of at most `charsMax` characters. */
export const textUpTo = (charsMax: number) =>
  z
    .string('must be a text')
    .check(
      rule((text) => hasAtMost(text, charsMax), {
        error: `must have at most ${charsMax.toLocaleString('en')} characters`,
        abort: true,
      }),
    )
    .meta({ maxLength: charsMax });

/** A name, a ref, or any other text of a line. */
export const nameText = textUpTo(nameCharsMax);

/** A text by which lists are filtered: it must fit in an index. */
export const searchedText = textUpTo(searchedCharsMax);

/** Notes, a description: a text that may fill a page. */
export const notesText = textUpTo(notesCharsMax);
