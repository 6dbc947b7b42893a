import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, decimalSchema } from './decimal.ts';
import { mayBeInexact, parseExactly } from './exact-json.ts';
import { inexactNumber, isInexactNumber, pathToInexact, writtenNumber } from './inexact-number.ts';
import { amountOf, currencyOf, formatMoney, isCurrency, moneySchema } from './money.ts';

describe('money', () => {
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

  test('a number in its place is told that it must be a string', () => {
    for (const [value, start] of [
      [9.8, 'must be an amount as a string'],
      ['9.80', 'must be an amount with 2 decimals'],
    ] as const)
      expect(moneySchema.safeParse(value).error?.issues[0]?.message).toMatch(start);
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
});

describe('decimals', () => {
  const digits = (min: number, max: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });

  const decimals = fc
    .tuple(fc.constantFrom('', '-'), fc.oneof(digits(1, 24), digits(24, 24)), fc.oneof(digits(0, 10), digits(10, 10)))
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
      ...[
        '',
        '-',
        '.5',
        '5.',
        '+1',
        '1e3',
        '1e1000000',
        '0x10',
        ' 1',
        '1 ',
        '1\n',
        '1,5',
        '--1',
        'NaN',
        'Infinity',
        '١',
      ],
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
      expect(error?.issues.map(({ message }) => message)).toEqual([
        expect.stringContaining('must be a decimal number'),
      ]);
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
});

/** JSON is read without altering numbers (docs/api/conventions.md#json-numbers). */
describe('exact JSON', () => {
  /** A number within an object, as the hub reads it. */
  function read(number: string): unknown {
    const text = `{"n": ${number}}`;
    const { n } = (mayBeInexact(text) ? parseExactly(text) : JSON.parse(text)) as { n: unknown };
    return isInexactNumber(n) ? { written: writtenNumber(n) } : n;
  }

  test.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '0.1000000000000000055',
    '1.00000000000000000001',
    '12345678.123456789012',
    '1e-400',
    '123456789012345678e3',
  ])('%s would be altered: the text is kept', (number) => {
    expect(read(number)).toEqual({ written: number });
  });

  test.each([
    ...['0', '-1', '17', '2.50', '0.1', '123456789012345', '123456789.012345', '9007199254740991', '9007199254740992'],
    ...[
      '0.30000000000000004',
      '1e3',
      '1E+3',
      '2.5e-1',
      '1e21',
      '0.10000000000000000',
      '1000000000000000000000',
      '5e-324',
    ],
  ])('%s keeps its value: a number', (number) => {
    expect(read(number)).toBe(Number(number));
  });

  test('every number with at most 15 digits keeps its value, and needs no exact reading', () => {
    const digits = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 13 }), (value, decimals) => {
        const text = (value / 10 ** decimals).toFixed(decimals);
        fc.pre(text.replace(/\D/g, '').length <= 14);
        expect(mayBeInexact(`[${text}]`)).toBe(false);
        expect(read(text)).toBe(Number(text));
      }),
    );
  });

  test('whatever is read without the exact parser is what the exact parser reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const text = JSON.stringify([value], null, indent);
        fc.pre(!text.includes('__proto__'));
        expect(parseExactly(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  describe('the exact reading is for bodies with long numbers alone', () => {
    test.each([
      '{"phone":"+33123456789012345678","ref":"0mh8e5g0000e1","at":"2026-03-01T18:30:00.123456789+01:00"}',
      '{"price":"12.50 EUR","quantity":"1.0000000000","options":[{"quantity":1}]}',
    ])('not %s', (text) => {
      expect(mayBeInexact(text)).toBe(false);
    });

    test.each(['[1e3]', '{"a" :\n -0.1234567890123456}', '[1,12345678901234567890]'])('but %s', (text) => {
      expect(mayBeInexact(text)).toBe(true);
    });

    test('takes linear time', () => {
      for (const text of [':'.repeat(1_000_000), `[${' '.repeat(1_000_000)}`, ':1234567890.123'.repeat(70_000)]) {
        expect(mayBeInexact(text)).toBe(false);
      }
    });
  });

  test('a key that is given twice has the last value, as with JSON.parse', () => {
    expect(parseExactly('{"a": 1e3, "a": 2}')).toEqual({ a: 2 });
  });

  test('strings stay what they are, whatever they look like', () => {
    const text = '{"n":12345678901234567890,"a":"1e400 \\" 12345678901234567890","b\\\\":["\\n\\u0031e5"],"":"-1E3"}';
    expect({ ...(parseExactly(text) as object), n: 0 }).toEqual({ ...JSON.parse(text), n: 0 });
  });

  test('more than 10,000 long numbers are refused, so that the reading has a bounded cost', () => {
    const list = (count: number) => `[${Array(count).fill('0e0').join(',')}]`;
    expect(parseExactly(list(10_000))).toHaveLength(10_000);
    expect(parseExactly(`[${'0,1,2.5,1e3,'.repeat(10_000)}1]`)).toHaveLength(40_001);
    expect(() => parseExactly(list(10_001))).toThrow('10000 numbers');
  });

  test('pathToInexact finds the first', () => {
    expect(
      pathToInexact(parseExactly('{"a": [{"b": 1}, {"b": 12345678901234567890}], "c": 0.1000000000000000055}')),
    ).toEqual(['a', '1', 'b']);
    expect(pathToInexact({ a: [1, null, 'x'] })).toBeUndefined();
  });
});
