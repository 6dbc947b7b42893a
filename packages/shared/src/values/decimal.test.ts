import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, decimalSchema } from './decimal.ts';

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
    ...['1'.repeat(25), '1'.repeat(400), `0.${'1'.repeat(11)}`, 1, 0.1, null, true, undefined, ['1'], { a: '1' }],
  ])('refuses %j', (value) => {
    const { error } = decimalSchema.safeParse(value);
    expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('must be a decimal number')]);
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
