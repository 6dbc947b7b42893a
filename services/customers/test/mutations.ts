/** Random bodies, and what every answer to them must be (docs/api/errors.md#error-body). */
import { expect } from '@jest/globals';
import type { Answer } from '@order-hub/testing/call';
import fc from 'fast-check';

const texts = [
  ...['', '\0', '\ud800', '\u0001\u0002', 'İ', 'ẞ', '__proto__', 'constructor', '../../..', '%2f', '*', '%', '\\'],
  ...['x'.repeat(300), 'x'.repeat(20_000), '😀'.repeat(255)],
];
const numbers = ['NaN', '-0', '1e400', '1e1000000', '-0.0000000000', '9'.repeat(24), '9'.repeat(400)];
const largest = `-${'9'.repeat(24)}.${'9'.repeat(10)}`;
const others = [null, true, -1, 1.1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], { id: 'x' }, { id: {} }];

/** Any JSON value, and texts and numbers that often break a service. */
export const strangeValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(...texts, ...numbers, largest, ...others),
);

/** A body with one to three fields replaced or removed: of its own, of `ignored` (fields that only responses have), or unknown. */
export const mutated = (body: object, ignored: readonly string[]) =>
  fc
    .dictionary(
      fc.oneof({ arbitrary: fc.constantFrom(...Object.keys(body), ...ignored), weight: 3 }, fc.string()),
      fc.option(strangeValue, { nil: undefined }),
      { minKeys: 1, maxKeys: 3 },
    )
    .map((changes) => ({ ...body, ...changes }));

/** A status that the caller's mistake explains, never a 500; and every error in its documented shape. */
export function expectDocumented({ status, body }: Answer, expected: readonly number[]): void {
  expect(expected).toContain(status);
  if (status === 200) return;
  expect(body).toMatchObject({ message: expect.any(String), error_type: expect.any(String) });
  if (status !== 422) return;
  expect(body.errors.length).toBeGreaterThan(0);
  for (const error of body.errors) expect(error).toEqual({ field: expect.any(String), message: expect.any(String) });
}
