/** JSON is read without altering numbers (docs/api/conventions.md#json-numbers). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mayBeInexact, parseExactly } from './exact-json.ts';
import { isInexactNumber, pathToInexact, writtenNumber } from './inexact-number.ts';

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
