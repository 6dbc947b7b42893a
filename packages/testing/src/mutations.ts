/** Random bodies, and what every answer to them must be (docs/api/errors.md#error-body). */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { faultCodes } from '@order-hub/shared/fault-codes';
import type { Answer } from './ask.ts';

const texts = [
  ...['', '\0', '\ud800', '\u0001\u0002', 'İ', 'ẞ', '__proto__', 'constructor', '../../..', '%2f', '*', '%', '\\'],
  ...['x'.repeat(300), 'x'.repeat(1_001), 'x'.repeat(20_000), '😀'.repeat(255), '2026-02-30'],
];
const largest = `-${'9'.repeat(24)}.${'9'.repeat(10)}`;
const amounts = ['-0.00 EUR', '1.00 USD', `${'9'.repeat(400)}.00 EUR`];
const numbers = ['NaN', '-0', '1e400', '1e1000000', '-0.0000000000', '9'.repeat(24), '9'.repeat(400), largest];
const values = [null, true, -1, 0, 1.1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], [{}]];
const elements = [{ id: 'x' }, { id: {} }, { id: 'x', deleted: true }];

const character = fc.nat(0x10ffff - 0x800).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Texts of any characters. fast-check's unit `binary` takes seconds to list all 1.1 million first. */
export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character });

/** Any JSON value, and those that often break a service. `own`: more of these, for the service under test. */
export const strangeValue = (...own: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    anyText(),
    fc.constantFrom(...texts, ...amounts, ...numbers, ...values, ...elements, ...own),
  );

type Path = readonly string[];

/** The paths of all fields and elements within a JSON value. */
const pathsIn = (value: unknown): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [[key], ...pathsIn(child).map((path) => [key, ...path])])
    : [];

/** The value with something else at a path, or with nothing there (`undefined`). A path that is gone changes nothing. */
function withValueAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = withValueAt(copy[key], rest, replacement);
  return copy;
}

type MutationOptions = {
  /** Fields that the service ignores, because only its responses have them. */
  ignored?: readonly string[];
  strange?: fc.Arbitrary<unknown>;
};

/** A body with one to three values replaced or removed: of its own, of `ignored` fields, or of unknown ones. */
export function mutated(body: object, { ignored = [], strange = strangeValue() }: MutationOptions = {}) {
  const unknownPath = fc.string().map((name): Path => [name]);
  const path = fc.oneof(
    { arbitrary: fc.constantFrom(...pathsIn(body), ...ignored.map((name) => [name])), weight: 9 },
    { arbitrary: unknownPath, weight: 1 },
  );
  const change = fc.tuple(path, fc.option(strange, { nil: undefined }));
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((current, [at, to]) => withValueAt(current, at, to), body));
}

/** An expected status, which never is 500; and every error in its documented shape. */
export function expectDocumented({ status, body }: Answer, expected: readonly number[]): void {
  expect(expected).toContain(status);
  if (status === 200) return;
  expect(body).toMatchObject({ message: expect.any(String), error_type: expect.any(String) });
  if (status !== 422) return;
  expect(body.error_type).toBe('unprocessable_entity');
  for (const error of body.errors) {
    expect(error).toEqual({ field: expect.any(String), message: expect.any(String), code: expect.any(String) });
    expect(faultCodes).toContain(error.code);
  }
}
