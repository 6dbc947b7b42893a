import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { sized } from '@order-hub/testing/extent';
import { anyText } from '@order-hub/testing/mutations';
import { aPicture } from '@order-hub/testing/pictures';
import { jsonSchema } from '../http/json-schema.ts';
import { Decimal, decimalSchema } from './amounts/decimal.ts';
import { inexactNumber } from './amounts/inexact-number.ts';
import { moneySchema } from './amounts/money.ts';
import { customFieldsSchema, mergeCustomFields } from './custom-fields.ts';
import { errorCodes, errorTypeOfCode } from './error-codes.ts';
import {
  ApiError,
  errorBody,
  errorTypes,
  invalid,
  invalidFields,
  tooManyRequests,
  unauthorized,
  type FieldError,
} from './errors.ts';
import { faultCodes } from './faults/fault-codes.ts';
import { idFloor, isId, newId, timeOfId } from './ids.ts';
import { assertStorable, parseJson } from './json.ts';
import { listOf, mapOf } from './lists.ts';
import { isWholePicture, pictureTypeOf, pictureTypes } from './pictures.ts';
import { crossFieldRule, fieldsRule, rule } from './rules.ts';
import { privateRefSchema } from './texts/private-ref.ts';
import { nameText } from './texts/texts.ts';
import { dateSchema, timeSchema, timezoneSchema } from './times/times.ts';

describe('rules', () => {
  const faultsOf = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

  describe('rule', () => {
    const positive = decimalSchema.check(rule((text) => new Decimal(text).gt(0), 'too_small', 'must be positive'));

    test('adds its message', () => {
      expect(faultsOf(positive, '2.5')).toEqual([]);
      expect(faultsOf(positive, '-2.5')).toEqual([['', 'must be positive']]);
    });

    test('does not run on a value whose form is wrong', () => {
      expect(faultsOf(positive, 'abc')).toEqual(faultsOf(decimalSchema, 'abc'));
      expect(faultsOf(positive, true)).toEqual(faultsOf(decimalSchema, true));
    });

    test('does not run after another rule has failed, and with `abort` nothing else does', () => {
      const isOdd = positive.check(rule((text) => new Decimal(text).mod(2).eq(1), 'invalid', 'must be odd'));
      expect(faultsOf(isOdd, '-2')).toEqual([['', 'must be positive']]);
      const short = z.string().check(rule((text) => text.length < 3, 'too_long', 'must be short', { abort: true }));
      expect(faultsOf(short.regex(/^a+$/), 'bbb')).toEqual([['', 'must be short']]);
      expect(faultsOf(short.regex(/^a+$/), 'bb')).toHaveLength(1);
    });
  });

  describe('crossFieldRule', () => {
    const range = z.object({ min: decimalSchema, max: decimalSchema }).check(
      crossFieldRule(({ min, max }, fault) => {
        if (new Decimal(min).gt(max)) fault('inconsistent', 'must not be less than min', 'max');
      }),
    );

    test('names the field at fault', () => {
      expect(faultsOf(range, { min: '1', max: '2' })).toEqual([]);
      expect(faultsOf(range, { min: '2', max: '1' })).toEqual([['max', 'must not be less than min']]);
    });

    test('does not run while a field is wrong', () => {
      const [[, message] = []] = faultsOf(decimalSchema, 'abc');
      expect(faultsOf(range, { min: 'abc', max: '1' })).toEqual([['min', message]]);
      expect(faultsOf(z.object({ ranges: z.array(range) }), { ranges: [{ min: '1', max: 'abc' }] })).toEqual([
        ['ranges.0.max', message],
      ]);
    });
  });

  describe('fieldsRule', () => {
    const both = { min: decimalSchema, max: decimalSchema };
    const range = z.object({ ...both, name: z.string() }).check(
      fieldsRule<{ min: string; max: string; name: string }, 'min' | 'max'>(['min', 'max'], ({ min, max }, fault) => {
        if (new Decimal(min).gt(max)) fault('inconsistent', 'must not be less than min', 'max');
      }),
    );

    test('runs though another field is wrong, and reports both', () => {
      expect(faultsOf(range, { min: '1', max: '2', name: 'a' })).toEqual([]);
      expect(faultsOf(range, { min: '2', max: '1', name: 3 }).map(([field]) => field)).toEqual(['name', 'max']);
    });

    test('does not run while one of its own fields is wrong, or the whole value', () => {
      expect(faultsOf(range, { min: 'abc', max: '1', name: 'a' }).map(([field]) => field)).toEqual(['min']);
      expect(faultsOf(range, 'abc').map(([field]) => field)).toEqual(['']);
    });
  });

  test.each<[string, z.ZodType]>([
    ['a decimal', decimalSchema],
    ['money', moneySchema],
    ['a time', timeSchema],
    ['a date', dateSchema],
    ['a timezone', timezoneSchema],
    ['a name', nameText],
    ['a private ref', privateRefSchema],
    ['custom fields', customFieldsSchema],
  ])('the schema of %s answers for any value, without throwing', (_what, schema) => {
    const text = fc.oneof(anyText(), fc.stringMatching(/^[-+0-9.:TZ EUR/]{0,40}$/));
    const answers = fc.property(fc.oneof(text, fc.jsonValue()), (value) => void schema.safeParse(value));
    fc.assert(answers, { numRuns: sized(20, 100) });
  });
});

describe('lists', () => {
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
      expect(faultsOf(map, [1])).toEqual([['', 'must be a map']]);
      expect(map.parse([])).toEqual({});
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
});

describe('error codes', () => {
  const guide = readFileSync(new URL('../../../../docs/api/errors.md', import.meta.url), 'utf8');

  const chapterOf = (heading: string) => new RegExp(`\\n## ${heading}\\n([^]*?)\\n## `).exec(guide)?.[1] ?? '';

  const chapter = chapterOf('Codes');

  const headings = [...chapter.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);

  test('the guide explains every code, and no other', () => {
    expect(headings).toEqual(errorCodes);
    const sections = chapter.split(/^### .*$/m).slice(1);
    expect(sections.filter((section) => section.trim().length < 20)).toEqual([]);
  });

  test('the guide explains every code of a fault with an example, and no other', () => {
    const rows = [...chapterOf('Codes of faults').matchAll(/^\| `(\w+)` +\| (\S.+?) +\| (\S.*?) +\|$/gm)];
    expect(rows.map(([, code]) => code)).toEqual(faultCodes);
  });

  test('every type of error has a code of its own name, which is the default', () => {
    for (const type of errorTypes) {
      expect(errorTypeOfCode[type]).toBe(type);
      expect(new ApiError(type, 'x').code).toBe(type);
    }
  });
});

describe('errors', () => {
  const faults = (count: number) =>
    Array.from({ length: count }, (_, index): FieldError => ({ field: `a.${index}`, message: 'bad', code: 'invalid' }));

  describe('the faults of a body (docs/api/errors.md#reported-faults)', () => {
    test('are all listed up to 100', () => {
      expect(errorBody(invalidFields(faults(100)))).toEqual({
        message: 'The request is not valid: a.0 bad',
        errors: faults(100),
        error_type: 'unprocessable_entity',
        code: 'invalid_fields',
        documentation_url: '/docs/errors#invalid_fields',
      });
    });

    test('are counted from the 101st', () => {
      expect(errorBody(invalidFields(faults(137)))).toEqual({
        message: 'The request is not valid: a.0 bad; 137 faults were found',
        errors: faults(100),
        more_errors: 37,
        error_type: 'unprocessable_entity',
        code: 'invalid_fields',
        documentation_url: '/docs/errors#invalid_fields',
      });
    });

    test('do not repeat a long key of the client', () => {
      const { message, errors } = invalid(`deals.${'x'.repeat(100_000)}.name`, 'wrong_type', 'must be a text');
      expect(errors).toEqual([{ field: `deals.${'x'.repeat(74)}…`, message: 'must be a text', code: 'wrong_type' }]);
      expect(message.length).toBeLessThan(200);
    });
  });

  test('the body of an error links to its code in the guide of the hub, and says what to do next', () => {
    expect(errorBody(unauthorized('No', 'access_token_invalid'), 'https://hub.test')).toEqual({
      message: 'No',
      error_type: 'unauthorized',
      code: 'access_token_invalid',
      hint: expect.stringContaining('authorisation flow'),
      documentation_url: 'https://hub.test/docs/errors#access_token_invalid',
    });
  });

  test.each([
    ['as the metrics do', tooManyRequests('Wait', {}, 'request_bodies'), 'request-bodies'],
    ['as the RateLimit headers do', tooManyRequests('Wait', {}, 'high_load_queries', 'high-load'), 'high-load'],
  ])('a 429 names its limit %s', (_how, error, limit) => {
    expect(errorBody(error)).toMatchObject({ code: 'too_many_requests', limit });
  });
});

describe('assertStorable', () => {
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

  test.each(['null', '[1,-1.5e300,"é",{"":""}]', '{"proto":{"constructor":1}}', nested(32)])('takes %s', (text) => {
    expect(refusalOf(text)).toBeUndefined();
  });

  test.each([
    ['{"__proto__":1}', '__proto__', 'not_allowed', 'not a name'],
    ['{"a":{"__proto__":{"b":1}}}', 'a.__proto__', 'not_allowed', 'not a name'],
    ['{"a":[[{"__proto__":null}]]}', 'a.0.0.__proto__', 'not_allowed', 'not a name'],
    ['{"a":1e400}', 'a', 'too_large', 'range of a double'],
    ['{"a":[0,-1e400]}', 'a.1', 'too_large', 'range of a double'],
    ['{"a":"\\u0000"}', 'a', 'forbidden_characters', 'U+0000'],
    ['{"a\\u0000":1}', '', 'forbidden_characters', 'U+0000'],
    ['{"a":"\\ud800"}', 'a', 'forbidden_characters', 'surrogate'],
  ])('refuses %s', (text, field, code, message) => {
    expect(refusalOf(text)).toEqual({ field, message: expect.stringContaining(message), code });
  });

  test.each([33, 4_200, 100_000])('refuses nesting of %i levels', (depth) => {
    expect(refusalOf(nested(depth))?.message).toContain('32 levels');
  });
});

describe('JSON that others wrote', () => {
  const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const brackets = JSON.stringify(`"${'[{'.repeat(100)}\\`);

  test.each([lists(64), objects(64), `[${lists(1)}${`,${lists(1)}`.repeat(200)}]`, `{"a":${brackets},"b":"\\\""}`])(
    'is parsed: %s',
    (text) => expect(parseJson(text)).toEqual(JSON.parse(text)),
  );

  test.each([65, 1_000_000])('with %i levels is refused', (depth) => {
    for (const text of [lists(depth), objects(depth), `[1,${lists(depth - 1)}]`]) {
      expect(() => parseJson(text)).toThrow(/more than 64 levels/);
    }
  });

  test.each(['', '{', '"', '"\\', '[1,]', '{"a":1}}'])('that is malformed is refused: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

describe('custom fields', () => {
  /** `{"a":""}` has 8 bytes; the rest is the text. */
  const ofBytes = (bytes: number): { a: string } => ({ a: 'x'.repeat(bytes - 8) });

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
      expect(messagesOf(ofBytes(8_192))).toEqual([]);
      expect(messagesOf(ofBytes(8_193))).toEqual([expect.stringContaining('8192 bytes')]);
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

    test.each([[[1]], ['{}'], [1], [null], [true], [undefined]])('refuses %j: not an object', (value) => {
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
      expect(mergeCustomFields(ofBytes(8_192), { a: 'short' })).toEqual({ a: 'short' });
      const merge = (): unknown => mergeCustomFields(ofBytes(8_000), { b: 'x'.repeat(200) });
      expect(merge).toThrow(ApiError);
      expect(merge).toThrow(expect.objectContaining({ status: 422 }));
    });

    test('never reaches a prototype', () => {
      const merged = mergeCustomFields({}, JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>);
      expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });
  });
});

describe('ids', () => {
  const times = fc.date({ min: new Date(0), max: new Date('5188-01-01T00:00:00Z'), noInvalidDate: true });

  describe('newId', () => {
    test('has 20 lower-case letters and digits', () => {
      for (let i = 0; i < 1_000; i++) expect(newId()).toMatch(/^[0-9a-z]{20}$/);
    });

    test('begins with the milliseconds of its time', () => {
      fc.assert(
        fc.property(times, (at) => {
          expect(timeOfId(newId(at))).toEqual(at);
        }),
      );
    });

    test('grows within one millisecond, 100,000 times', () => {
      const at = new Date('2026-03-01T12:00:00.123Z');
      const ids = Array.from({ length: 100_000 }, () => newId(at));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id, i) => i === 0 || id > ids[i - 1]!)).toBe(true);
    });

    test('grows within one millisecond, despite ids of other milliseconds in between', () => {
      const [early, late] = [new Date('2026-04-01T12:00:00.123Z'), new Date('2026-04-01T12:00:00.456Z')];
      let last = '';
      for (let i = 0; i < 10_000; i++) {
        newId(late);
        const id = newId(early);
        expect(id > last).toBe(true);
        last = id;
      }
    });

    test('is unique across 100,000 ids, in order of time', () => {
      const ids = Array.from({ length: 100_000 }, () => newId());
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('stays unique when a millisecond exhausts its range', () => {
      const at = new Date('2026-05-01T12:00:00.123Z');
      const ids = Array.from({ length: 300_000 }, () => newId(at));
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('sorts by time', () => {
      fc.assert(
        fc.property(times, times, (a, b) => {
          fc.pre(a.getTime() !== b.getTime());
          expect(newId(a) < newId(b)).toBe(a < b);
        }),
      );
    });

    test('refuses an invalid time', () => {
      expect(() => newId(new Date(Number.NaN))).toThrow(RangeError);
    });
  });

  describe('idFloor', () => {
    test('is not above any id of its millisecond, and above every id before', () => {
      fc.assert(
        fc.property(times, (at) => {
          const floor = idFloor(at);
          expect(floor).toHaveLength(20);
          expect(newId(at) >= floor).toBe(true);
          if (at.getTime() > 0) expect(newId(new Date(at.getTime() - 1)) < floor).toBe(true);
        }),
      );
    });

    test('clamps times outside the range of ids', () => {
      expect(idFloor(new Date('0001-01-01T00:00:00Z'))).toBe('0'.repeat(20));
      expect(idFloor(new Date('9999-12-31T23:59:59Z')) > newId()).toBe(true);
    });
  });

  test.each([
    [newId(), true],
    ['Chosen_by-others', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['', false],
    ['a b', false],
    ['é', false],
    ['a\n', false],
  ])('isId(%j) is %j', (text, is) => {
    expect(isId(text)).toBe(is);
  });
});

/** docs/api/catalogs.md#images */
describe.each(pictureTypes)('a picture of the type %s', (type) => {
  const bytes = aPicture(type, 'between the header and the pixels', 7);

  test('is whole, also before other bytes; cut off at any place it is not', () => {
    expect([pictureTypeOf(bytes), isWholePicture(bytes, type)]).toEqual([type, true]);
    expect(isWholePicture(Buffer.concat([bytes, Buffer.alloc(9)]), type)).toBe(true);
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      expect(pictureTypeOf(cut) !== undefined && isWholePicture(cut, type)).toBe(false);
    }
  });

  test('is read from any bytes after its header', () => {
    const rest = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), rest, (length, any) => {
        const file = Buffer.concat([bytes.subarray(0, length), any]);
        const found = pictureTypeOf(file);
        expect([true, false]).toContain(found !== undefined && isWholePicture(file, found));
      }),
    );
  });
});
