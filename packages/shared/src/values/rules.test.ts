import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { customFieldsSchema } from './custom-fields.ts';
import { Decimal, decimalSchema } from './amounts/decimal.ts';
import { moneySchema } from './amounts/money.ts';
import { privateRefSchema } from './texts/private-ref.ts';
import { crossFieldRule, fieldsRule, rule } from './rules.ts';
import { nameText } from './texts/texts.ts';
import { dateSchema, timeSchema, timezoneSchema } from './times/times.ts';

const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('rule', () => {
  const positive = decimalSchema.check(rule((text) => new Decimal(text).gt(0), 'must be positive'));

  test('adds its message', () => {
    expect(faultsOf(positive, '2.5')).toEqual([]);
    expect(faultsOf(positive, '-2.5')).toEqual([['', 'must be positive']]);
  });

  test('does not run on a value whose form is wrong', () => {
    expect(faultsOf(positive, 'abc')).toEqual(faultsOf(decimalSchema, 'abc'));
    expect(faultsOf(positive, true)).toEqual(faultsOf(decimalSchema, true));
  });

  test('does not run after another rule has failed, and with `abort` nothing else does', () => {
    const isOdd = positive.check(rule((text) => new Decimal(text).mod(2).eq(1), 'must be odd'));
    expect(faultsOf(isOdd, '-2')).toEqual([['', 'must be positive']]);
    const short = z.string().check(rule((text) => text.length < 3, { error: 'must be short', abort: true }));
    expect(faultsOf(short.regex(/^a+$/), 'bbb')).toEqual([['', 'must be short']]);
    expect(faultsOf(short.regex(/^a+$/), 'bb')).toHaveLength(1);
  });
});

describe('crossFieldRule', () => {
  const range = z.object({ min: decimalSchema, max: decimalSchema }).check(
    crossFieldRule(({ min, max }, fault) => {
      if (new Decimal(min).gt(max)) fault('must not be less than min', 'max');
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
      if (new Decimal(min).gt(max)) fault('must not be less than min', 'max');
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
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+0-9.:TZ EUR/]{0,40}$/));
  fc.assert(fc.property(fc.oneof(text, fc.jsonValue()), (value) => void schema.safeParse(value)));
});
