import { Decimal as DecimalJs } from 'decimal.js';
import { z } from 'zod';
import { valueThat } from '../rules.ts';
import { isInexactNumber, writtenNumber } from './inexact-number.ts';

/**
 * Exact decimal arithmetic: exact for sums, and for products of three numbers of the greatest length that clients may send.
 * Rounds half away from zero; prints no exponents.
 */
export const Decimal = DecimalJs.clone({
  precision: 120,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DecimalJs;

const pattern = /^-?[0-9]{1,24}(?:\.[0-9]{1,10})?$/;
const integerPattern = /^-?[0-9]+$/;
const decimalMessage =
  'must be a decimal number, such as "1" or "-2.5", with up to 24 digits before and 10 after the point; send more than 15 digits as a string';

/** A decimal as the hub stores and shows it. */
export const decimalText = z
  .string(decimalMessage)
  .regex(pattern, decimalMessage)
  .meta({
    id: 'Decimal',
    maxLength: '-'.length + 24 + '.'.length + 10,
    description: 'An exact decimal number as a string (docs/api/conventions.md#decimals).',
    examples: ['2.5'],
  });

/** JSON readers and writers keep as many digits of any number, whatever the language. */
const numberDigitsMax = 15;

/** A JSON number as the decimal that was written; undefined if it may have been altered before it was sent. */
function writtenDecimal(value: unknown): string | undefined {
  if (isInexactNumber(value)) return integerPattern.exec(writtenNumber(value))?.[0];
  if (typeof value !== 'number') return undefined;
  const decimal = new Decimal(value);
  return decimal.isInteger() || decimal.precision() <= numberDigitsMax ? decimal.toFixed() : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (writtenDecimal(value) ?? ''));

/** Whether a client may send this as a decimal. */
export const isDecimal = (value: unknown): value is string | number => pattern.test(textOf(value));

/**
 * A client's decimal (docs/api/conventions.md#decimals): a string, stored as sent, or a JSON number that is exact. The pattern
 * matches in linear time and limits the size, so arithmetic on it is cheap.
 */
export const decimalSchema = valueThat<string | number>(isDecimal, 'not_a_number', decimalMessage)
  .transform(textOf)
  .meta({
    documentedAs: z.union([
      decimalText,
      z.number().meta({ description: `The same as a JSON number: an integer, or at most ${numberDigitsMax} digits.` }),
    ]),
  });

/** A number that the hub computed. It may have more digits than a client may send. */
export const computedDecimal = z
  .string()
  .regex(/^-?[0-9]+\.[0-9]+$/)
  .meta({
    id: 'ComputedDecimal',
    description: 'A decimal that the hub computed; it may have more digits than what is sent.',
    examples: ['17.7'],
  });

/** Formats a number with at least one digit after the point: `0.0`, `17.7` (docs/api/conventions.md#decimals). */
export const formatDecimal = (value: Decimal): string =>
  value.decimalPlaces() === 0 ? value.toFixed(1) : value.toFixed();
