import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { customFieldsSchema, mergeCustomFields } from './custom-fields.ts';
import { ApiError } from './errors.ts';
import { inexactNumber } from './amounts/inexact-number.ts';

/** `{"a":""}` has 8 bytes; the rest is the text. */
const sized = (bytes: number): { a: string } => ({ a: 'x'.repeat(bytes - 8) });

const isAcceptable = (text: string): boolean => text.length < 4_000 && !text.includes('__proto__');

function messagesOf(value: unknown): string[] {
  return customFieldsSchema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

describe('customFieldsSchema', () => {
  test('takes any JSON values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }), (fields) => {
        const given: unknown = JSON.parse(JSON.stringify(fields));
        fc.pre(isAcceptable(JSON.stringify(fields)));
        expect(customFieldsSchema.parse(given)).toEqual(given);
      }),
    );
  });

  test('takes 8,192 bytes and refuses one more, counted in UTF-8', () => {
    expect(messagesOf(sized(8_192))).toEqual([]);
    expect(messagesOf(sized(8_193))).toEqual([expect.stringContaining('8192 bytes')]);
    expect(messagesOf({ a: 'é'.repeat(4_092) })).toEqual([]);
    expect(messagesOf({ a: 'é'.repeat(4_093) })).toHaveLength(1);
  });

  test('refuses a number that JSON.parse would alter, and says where it is', () => {
    const inexact = inexactNumber('9007199254740993');
    const { error } = customFieldsSchema.safeParse({ a: 1, erp: { ids: [1, inexact] } });
    expect(error?.issues).toMatchObject([
      { path: ['erp', 'ids', '1'], message: expect.stringContaining('send it as a string') },
    ]);
    expect(customFieldsSchema.parse({ a: 9007199254740991, b: 0.1 })).toEqual({ a: 9007199254740991, b: 0.1 });
  });

  test.each([[[]], ['{}'], [1], [null], [true], [undefined]])('refuses %j: not an object', (value) => {
    expect(messagesOf(value)).toEqual(['must be a JSON object']);
  });
});

test('customFieldsSchema may be optional, and is an object in JSON Schema', () => {
  const body = z.object({ custom_fields: customFieldsSchema.nullish() });
  expect(body.parse({})).toEqual({});
  expect(body.parse({ custom_fields: null })).toEqual({ custom_fields: null });
  expect(body.safeParse({ custom_fields: 1 }).error?.issues[0]?.path).toEqual(['custom_fields']);
  expect(z.toJSONSchema(body, { io: 'input' })).toMatchObject({
    properties: { custom_fields: { anyOf: [{ $ref: '#/$defs/CustomFieldsUpdate' }, { type: 'null' }] } },
    $defs: { CustomFieldsUpdate: { type: 'object' } },
  });
});

describe('mergeCustomFields', () => {
  test('sets, removes on null and keeps the rest', () => {
    const current = { keep: { a: 1 }, change: { a: 1 }, remove: 1 };
    const merged = mergeCustomFields(current, { change: { b: null }, remove: null, add: [], absent: null });
    expect(merged).toEqual({ keep: { a: 1 }, change: { b: null }, add: [] });
    expect(current).toEqual({ keep: { a: 1 }, change: { a: 1 }, remove: 1 });
  });

  test('at creation drops keys given as null', () => {
    expect(mergeCustomFields({}, { a: null, b: false })).toEqual({ b: false });
  });

  test('changes nothing when merged twice', () => {
    const fields = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    fc.assert(
      fc.property(fields, fields, (current, update) => {
        fc.pre(JSON.stringify([current, update]).length < 4_000);
        const once = mergeCustomFields(current, update);
        expect(mergeCustomFields(once, update)).toEqual(once);
      }),
    );
  });

  test('refuses an outcome over 8,192 bytes', () => {
    expect(mergeCustomFields(sized(8_192), { a: 'short' })).toEqual({ a: 'short' });
    const merge = (): unknown => mergeCustomFields(sized(8_000), { b: 'x'.repeat(200) });
    expect(merge).toThrow(ApiError);
    expect(merge).toThrow(expect.objectContaining({ status: 422 }));
  });

  test('never reaches a prototype', () => {
    const merged = mergeCustomFields({}, JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
