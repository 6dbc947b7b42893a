import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from './decimal.ts';
import { amountOf, currencyOf, formatMoney, isCurrency, moneySchema } from './money.ts';

const cents = fc.bigInt({ min: -(10n ** 26n) + 1n, max: 10n ** 26n - 1n });

/** 1234n as 12.34, worked out without any decimal library. */
function amountText(value: bigint): string {
  const size = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
}

describe('moneySchema', () => {
  test('takes every amount of its size, and formatMoney writes it back', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('EUR', 'USD', 'JPY', 'GBP'), (value, currency) => {
        const money = `${amountText(value)} ${currency}`;
        expect(moneySchema.parse(money)).toBe(money);
        expect(currencyOf(money)).toBe(currency);
        expect(formatMoney(amountOf(money), currency)).toBe(money);
      }),
    );
  });

  test('adds exactly', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const sum = amountOf(`${amountText(a)} EUR`).plus(amountOf(`${amountText(b)} EUR`));
        expect(formatMoney(sum, 'EUR')).toBe(`${amountText(a + b)} EUR`);
      }),
    );
  });

  test.each([
    ...[
      '',
      '1 EUR',
      '1.5 EUR',
      '1.500 EUR',
      '1.50',
      '1.50EUR',
      '1.50  EUR',
      '1.50 eur',
      '1.50 EURO',
      '+1.50 EUR',
      '1,50 EUR',
    ],
    ...['.50 EUR', ' 1.50 EUR', '1.50 EUR\n', '1e3 EUR', '1.5e3 EUR', 'NaN EUR', '1.50 ZZZ', '1.50 €', 'EUR 1.50'],
    ...[
      `${'1'.repeat(25)}.00 EUR`,
      `${'1'.repeat(400)}.00 EUR`,
      '1e1000000 EUR',
      1.5,
      0,
      null,
      undefined,
      ['1.50 EUR'],
    ],
  ])('refuses %j with one message', (value) => {
    expect(moneySchema.safeParse(value).error?.issues).toHaveLength(1);
  });
});

describe('formatMoney', () => {
  test.each([
    ['0.005', '0.01 EUR'],
    ['0.0049999', '0.00 EUR'],
    ['-0.005', '-0.01 EUR'],
    ['-0.004', '0.00 EUR'],
    ['-0', '0.00 EUR'],
    ['2.675', '2.68 EUR'],
    ['99999999999999999.995', '100000000000000000.00 EUR'],
  ])('rounds %s to %s', (amount, money) => {
    expect(formatMoney(new Decimal(amount), 'EUR')).toBe(money);
  });
});

test.each([
  ['EUR', true],
  ['eur', false],
  ['ZZZ', false],
  ['', false],
  ['__proto__', false],
])('isCurrency(%s) is %s', (code, expected) => {
  expect(isCurrency(code)).toBe(expected);
});
