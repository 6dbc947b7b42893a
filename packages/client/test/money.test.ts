import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addMoney, formatMoney, multiplyMoney, parseMoney } from '../src/money.ts';

const hundredths = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });

test('what is formatted is parsed again', () => {
  fc.assert(
    fc.property(hundredths, (amount) => {
      expect(parseMoney(formatMoney({ hundredths: amount, currency: 'EUR' }))).toEqual({
        hundredths: amount,
        currency: 'EUR',
      });
    }),
  );
});

test.each([
  ['0.00 EUR', 0n],
  ['-0.99 EUR', -99n],
  ['-0.00 EUR', 0n],
  ['999999999999999999999999.99 EUR', 99999999999999999999999999n],
])('%s', (money, amount) => expect(parseMoney(money).hundredths).toBe(amount));

test.each(['12.5 EUR', '12.50', '12.50EUR', '+1.00 EUR', '1e3 EUR', '12.50 eur', '', ' 12.50 EUR'])(
  '%j is no amount',
  (text) => expect(() => parseMoney(text)).toThrow(RangeError),
);

test('adds what floats would lose', () => {
  expect(addMoney('0.10 EUR', '0.20 EUR')).toBe('0.30 EUR');
  expect(addMoney('9.80 EUR', '2.00 EUR', '-11.81 EUR')).toBe('-0.01 EUR');
  expect(addMoney('999999999999999999999999.98 EUR', '0.01 EUR')).toBe('999999999999999999999999.99 EUR');
  expect(() => addMoney('1.00 EUR', '1.00 USD')).toThrow(new RangeError('1.00 USD is not in EUR'));
});

describe('multiplies, and rounds half away from zero', () => {
  test.each([
    ['11.80 EUR', '2', '23.60 EUR'],
    ['0.01 EUR', '0.5', '0.01 EUR'],
    ['0.01 EUR', '0.4999999999', '0.00 EUR'],
    ['-0.01 EUR', '0.5', '-0.01 EUR'],
    ['0.01 EUR', '-0.4', '0.00 EUR'],
    ['1.00 EUR', '-0.125', '-0.13 EUR'],
    ['3.33 EUR', '0', '0.00 EUR'],
  ])('%s × %s', (money, quantity, product) => expect(multiplyMoney(money, quantity)).toBe(product));

  test.each(['', '1e2', '.5', '1.', 'two'])('%j is no quantity', (quantity) => {
    expect(() => multiplyMoney('1.00 EUR', quantity)).toThrow(RangeError);
  });
});
