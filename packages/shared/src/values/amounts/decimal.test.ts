import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, decimalSchema } from './decimal.ts';
import { inexactNumber } from './inexact-number.ts';

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });
const decimals = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 24), digits(0, 10))
  .map(([sign, whole, fraction]) => sign + whole + (fraction === '' ? '' : `.${fraction}`));

/** The number as an integer multiple of 10^-10, computed without a decimal library. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(10, '0'));
  return text.startsWith('-') ? -size : size;
}

describe('decimalSchema', () => {
  test('accepts every number up to its size, and returns it as sent', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        expect(decimalSchema.parse(text)).toBe(text);
      }),
    );
  });

  test.each([
    ...['', '-', '.5', '5.', '+1', '1e3', '1e1000000', '0x10', ' 1', '1 ', '1\n', '1,5', '--1', 'NaN', 'Infinity', '١'],
    ...[
      '1'.repeat(25),
      '1'.repeat(400),
      `0.${'1'.repeat(11)}`,
      null,
      true,
      undefined,
      ['1'],
      { a: '1' },
      NaN,
      Infinity,
    ],
  ])('refuses %j', (value) => {
    const { error } = decimalSchema.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('must be a decimal number')]);
  });

  test.each([
    [1, '1'],
    [-0, '0'],
    [-2.5, '-2.5'],
    [0.1, '0.1'],
    [12345678901234.5, '12345678901234.5'],
    [9007199254740991, '9007199254740991'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    [inexactNumber('9007199254740993'), '9007199254740993'],
    [inexactNumber('-123456789012345678901234'), '-123456789012345678901234'],
  ])('takes the JSON number %p as %s', (value, text) => {
    expect(decimalSchema.parse(value)).toBe(text);
  });

  test.each([
    [0.30000000000000004],
    [1e-11],
    [1e24],
    [inexactNumber('0.1000000000000000055')],
    [inexactNumber('1234567890123456789012345')],
    [inexactNumber('12345678901234567890e1')],
  ])('refuses the JSON number %p, which may have been altered, or is too large', (value) => {
    const { error } = decimalSchema.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('as a string')]);
  });

  test('takes every number of at most 15 digits as it is written', () => {
    const numbers = fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), digits(1, 9))
      .map(([whole, rest]) => `${whole}.${rest}1`);
    fc.assert(
      fc.property(numbers, (text) => {
        expect(decimalSchema.parse(JSON.parse(text))).toBe(text.replace(/^-0\.0*$/, '0'));
      }),
    );
  });

  test('refuses a text of any length', () => {
    expect(decimalSchema.safeParse('9'.repeat(10_000_000)).success).toBe(false);
  });
});

describe('Decimal', () => {
  test('adds and multiplies the longest numbers exactly', () => {
    fc.assert(
      fc.property(decimals, decimals, decimals, (a, b, c) => {
        const sum = new Decimal(a).plus(b);
        expect(BigInt(sum.times('1e10').toFixed())).toBe(scaled(a) + scaled(b));
        expect(BigInt(sum.times(c).times('1e20').toFixed())).toBe((scaled(a) + scaled(b)) * scaled(c));
      }),
    );
  });

  test('computes 0.1 + 0.2 as 0.3', () => {
    expect(new Decimal('0.1').plus('0.2').toFixed()).toBe('0.3');
  });
});
