import { describe, expect, test } from '@jest/globals';
import { idempotencyKeyOf } from './idempotency-key.ts';

describe('an Idempotency-Key', () => {
  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
  ])('%s names %s', (header, key) => {
    expect(idempotencyKeyOf(header)).toBe(key);
  });

  test.each([[''], ['""'], ['a b'], ['"a b"'], ['x'.repeat(256)], [`"${'x'.repeat(256)}"`], ['é'], ['a\tb']])(
    '%j is refused',
    (header) => {
      expect(() => idempotencyKeyOf(header)).toThrow('Idempotency-Key');
    },
  );
});
