import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { listOf, mapOf } from './lists.ts';
import { jsonSchema } from '../http/json-schema.ts';
import { nameText } from './texts/texts.ts';

const part = z.object({ name: nameText, sizes: listOf(z.int('must be a number'), 3).optional() });
const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('a list', () => {
  const parts = z.object({ parts: listOf(part, 2).describe('The parts.') });

  test('gives its elements, in their order', () => {
    const given = { parts: [{ name: 'a', sizes: [2, 1] }, { name: 'b' }] };
    expect(parts.parse(given)).toEqual(given);
  });

  test('names the faults of its elements from the root', () => {
    expect(faultsOf(parts, { parts: [{ name: 'a', sizes: [1, '2'] }, {}] })).toEqual([
      ['parts.0.sizes.1', 'must be a number'],
      ['parts.1.name', 'must be a text'],
    ]);
  });

  test('that is too long has that fault alone: its elements are not checked', () => {
    let looks = 0;
    const element = z.unknown().refine(() => (looks += 1) > 0);
    expect(faultsOf(listOf(element, 2), [1, 2, 3])).toEqual([['', 'must have at most 2 elements']]);
    expect(looks).toBe(0);
  });

  test('is an array', () => {
    for (const value of [undefined, null, {}, 'x']) {
      expect(faultsOf(parts, { parts: value })).toEqual([['parts', 'must be an array']]);
    }
  });

  test('is checked up to its 1,000th fault', () => {
    let looks = 0;
    const element = z.unknown().refine(() => (looks += 1) < 0, 'is wrong');
    expect(faultsOf(listOf(element, 5_000), Array(5_000).fill(0))).toHaveLength(1_000);
    expect(looks).toBe(1_000);
  });

  test('is documented with its limit', () => {
    expect(jsonSchema(parts, 'input', {})).toMatchObject({
      properties: { parts: { type: 'array', maxItems: 2, description: 'The parts.' } },
      required: ['parts'],
    });
  });
});

describe('a map', () => {
  const map = mapOf(nameText, part, 2);

  test('gives its entries', () => {
    const given = { a: { name: 'a' }, b: { name: 'b' } };
    expect(map.parse(given)).toEqual(given);
  });

  test('names the faults of its entries', () => {
    expect(faultsOf(map, { a: { name: 1 } })).toEqual([['a.name', 'must be a text']]);
    expect(faultsOf(map, [])).toEqual([['', 'must be a map']]);
  });

  test('that is too long has that fault alone', () => {
    expect(faultsOf(map, { a: 1, b: 2, c: 3 })).toEqual([['', 'must have at most 2 elements']]);
  });

  test('is documented with its limit', () => {
    expect(jsonSchema(z.object({ map: map.optional() }), 'input', {})).toMatchObject({
      properties: { map: { type: 'object', maxProperties: 2, additionalProperties: { type: 'object' } } },
    });
  });
});
