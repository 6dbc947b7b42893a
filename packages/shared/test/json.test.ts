import { describe, expect, test } from '@jest/globals';
import { assertFewContainers } from '../src/values/json.ts';

const bytesMax = 200_000;
const containersMax = 10_000;
const listOf = (element: string, count: number) => Buffer.from(`[${Array(count).fill(element).join(',')}]`);
const refusal = expect.objectContaining({
  status: 422,
  errors: [{ field: '', message: `must not have more than ${containersMax} objects and arrays` }],
});

/** Over 64 KiB: shorter texts are not counted. */
const element = '{"a":[0], "b": true}';

describe('the objects and arrays of a body (docs/api/limits.md#body-sizes)', () => {
  test('are limited', () => {
    expect(() => assertFewContainers(listOf(element, 4_999), bytesMax)).not.toThrow();
    expect(() => assertFewContainers(listOf(element, 5_000), bytesMax)).toThrow(refusal);
  });

  test.each([
    ['brackets', '"[[[{{{"'],
    ['a quote and brackets', String.raw`"\"[[{\\\"{"`],
    ['a backslash at the end', String.raw`"[[[\\"`],
  ])('%s within a text do not count', (_, text) => {
    expect(() => assertFewContainers(listOf(text, 12_000), bytesMax)).not.toThrow();
    expect(() => assertFewContainers(listOf(`${text},{}`, 12_000), bytesMax)).toThrow(refusal);
  });

  test.each(['"', '["', String.raw`["\ `.trim(), '[[[['])('a text that ends in %s is left to the parser', (end) => {
    expect(() => assertFewContainers(Buffer.from('0'.repeat(70_000) + end), bytesMax)).not.toThrow();
  });
});
