/**
 * Reads JSON without altering numbers (docs/api/conventions.md#json-numbers). Node 20's JSON.parse does not tell how a number
 * was written, so each inexact one is replaced by a marked string before it runs. No library: lossless-json takes a hundred
 * times as long as JSON.parse, and keeps twenty times the memory of the text, because it appends strings by the character.
 */
import { randomUUID } from 'node:crypto';
import { Decimal } from './decimal.ts';
import { invalid } from '../errors.ts';
import { inexactNumber } from './inexact-number.ts';

/** A number of 16 characters or more, or with an exponent: any other has a value that JavaScript can hold. */
const longNumber = /[[:,]\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/** Whether JSON text may hold an inexact number, and must be read by `parseExactly`. Hardly any text does. */
export const mayBeInexact = (text: string): boolean => longNumber.test(text);

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const shortChars = 15;
const exponent = /e/i;
/** Below, a double has fewer than 15 digits. */
const tiny = 1e-300;
/** Comparing one takes microseconds. */
const longNumbersMax = 10_000;

/** Whether a double certainly has the value of this number. */
const isShort = (number: string) =>
  number.length <= shortChars && (!exponent.test(number) || Math.abs(Number(number)) > tiny);

function isExact(number: string): boolean {
  const value = Number(number);
  return String(value) === number || new Decimal(value).equals(number);
}

/** Counts the long numbers. Throws 422 when there are too many. */
function longNumbers() {
  let count = 0;
  return (number: string): boolean => {
    if (isShort(number)) return false;
    count += 1;
    if (count <= longNumbersMax) return true;
    throw invalid('', 'too_many', `must not have more than ${longNumbersMax} numbers with more than 15 digits`);
  };
}

/** Parses valid JSON text, inexact numbers to symbols. Throws 422 for more than 10,000 long numbers. */
export function parseExactly(text: string): unknown {
  // Random, so that no string of the client is taken for a number.
  const mark = randomUUID();
  const isLong = longNumbers();
  const isKept = (token: string) => token.startsWith('"') || !isLong(token) || isExact(token);
  const marked = text.replace(stringOrNumber, (token) => (isKept(token) ? token : `"${mark}${token}"`));
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? inexactNumber(value.slice(mark.length)) : value,
  ) as object;
}
