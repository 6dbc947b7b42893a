import { describe, expect, test } from '@jest/globals';
import { ApiError } from './errors.ts';
import { assertStorable } from './json.ts';

const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** The field and message of the refusal; undefined when the JSON text may be stored. */
function refusalOf(text: string) {
  try {
    assertStorable(JSON.parse(text));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return error.errors?.[0];
    throw error;
  }
}

describe('assertStorable', () => {
  test.each(['null', '[1,-1.5e300,"é",{"":""}]', '{"proto":{"constructor":1}}', nested(32)])('takes %s', (text) => {
    expect(refusalOf(text)).toBeUndefined();
  });

  test.each([
    ['{"__proto__":1}', '__proto__', 'not a name'],
    ['{"a":{"__proto__":{"b":1}}}', 'a.__proto__', 'not a name'],
    ['{"a":[[{"__proto__":null}]]}', 'a.0.0.__proto__', 'not a name'],
    ['{"a":1e400}', 'a', 'range of a double'],
    ['{"a":[0,-1e400]}', 'a.1', 'range of a double'],
    ['{"a":"\\u0000"}', 'a', 'U+0000'],
    ['{"a\\u0000":1}', '', 'U+0000'],
    ['{"a":"\\ud800"}', 'a', 'surrogate'],
  ])('refuses %s', (text, field, message) => {
    expect(refusalOf(text)).toEqual({ field, message: expect.stringContaining(message) });
  });

  test.each([33, 4_200, 100_000])('refuses nesting of %i levels', (depth) => {
    expect(refusalOf(nested(depth))?.message).toContain('32 levels');
  });
});
