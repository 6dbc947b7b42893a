/** A latitude or a longitude (docs/api/conventions.md#coordinates): no amount, so nothing is computed with it, and no digit is lost. */
import { z } from 'zod';
import { valueThat } from '../rules.ts';
import { Decimal } from './decimal.ts';
import { isInexactNumber, writtenNumber } from './inexact-number.ts';

const charsMax = 40;
const pattern = /^-?[0-9]{1,39}(?:\.[0-9]{1,38})?$/;
const message = `must be a coordinate, such as "48.85661", with up to ${charsMax} characters`;

/** A coordinate as the hub stores and shows it. */
export const coordinateText = z
  .string(message)
  .regex(pattern, message)
  .meta({
    id: 'Coordinate',
    maxLength: charsMax,
    description: 'A latitude or a longitude, with any number of decimals (docs/api/conventions.md#coordinates).',
    examples: ['48.85661'],
  });

const exponentMax = charsMax;

/** A number with an exponent, written out; undefined for one that is too long for that. */
function plainText(number: Decimal): string | undefined {
  return Math.abs(number.e) <= exponentMax ? number.toFixed() : undefined;
}

/** What was written: a JSON number keeps the digits of its text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainText(new Decimal(value)) ?? '';
  if (!isInexactNumber(value)) return '';
  const written = writtenNumber(value);
  return pattern.test(written) ? written : (plainText(new Decimal(written)) ?? '');
}

const isCoordinate = (value: unknown) => {
  const text = textOf(value);
  return text.length <= charsMax && pattern.test(text);
};

/** A client's coordinate: a string, stored as sent, or a JSON number, stored with the digits that it was sent with. */
export const coordinateSchema = valueThat<string | number>(isCoordinate, 'wrong_format', message)
  .transform(textOf)
  .meta({
    documentedAs: z.union([coordinateText, z.number().meta({ description: 'The same as a JSON number.' })]),
  });
