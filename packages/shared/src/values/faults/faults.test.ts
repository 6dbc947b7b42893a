import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { fieldErrors } from '../../http/response/field-errors.ts';
import { moneySchema } from '../amounts/money.ts';
import { listOf } from '../lists.ts';
import { rule } from '../rules.ts';

describe('what zod reports: the code and the text', () => {
  const faultsOf = (schema: z.ZodType, value: unknown) => {
    const { error } = z.object({ field: schema }).safeParse({ field: value });
    return error && fieldErrors(error).map(({ message, code }) => ({ message, code }));
  };

  test.each([
    ['an unknown value', 'unknown_value', z.enum(['new', 'received']), 'x', 'must be one of `new`, `received`'],
    [
      'a missing value of a set',
      'missing',
      z.enum(['new', 'received']),
      undefined,
      'is missing; must be one of `new`, `received`',
    ],
    ['another literal', 'unknown_value', z.literal('a'), 'b', 'must be `a`'],
    ['a missing text', 'missing', z.string(), undefined, 'is missing; must be a text'],
    ['a number for a text', 'wrong_type', z.string(), 1, 'must be a text'],
    ['null for a number', 'wrong_type', z.number(), null, 'must be a number'],
    ['a fraction', 'wrong_type', z.int(), 1.5, 'must be a whole number'],
    ['a text for a flag', 'wrong_type', z.boolean(), 'true', 'must be true or false'],
    ['a list for an object', 'wrong_type', z.object({}), [], 'must be an object'],
    ['an object for a list', 'wrong_type', z.array(z.string()), {}, 'must be an array'],
    ['an empty text', 'empty', z.string().min(1), '', 'must not be empty'],
    ['a short text', 'too_short', z.string().min(2), 'a', 'must have at least 2 characters'],
    ['a long text', 'too_long', z.string().max(1000), 'x'.repeat(1001), 'must have at most 1,000 characters'],
    ['a long list', 'too_many', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 element'],
    ['a small number', 'too_small', z.number().min(1), 0, 'must be at least 1'],
    ['a number at its bound', 'too_small', z.number().gt(0), 0, 'must be greater than 0'],
    ['a large number', 'too_large', z.number().max(9), 10, 'must be at most 9'],
    ['no address', 'not_an_email', z.email(), 'x', 'must be an email address'],
    [
      'no form of several',
      'wrong_type',
      z.union([z.string(), z.number()]),
      true,
      'must have one of the forms that the reference shows',
    ],
    [
      'a rule, with a code of its own',
      'taken',
      z.string().check(rule(() => false, 'taken', 'is taken')),
      'x',
      'is taken',
    ],
    ['a text of another form', 'wrong_format', z.string().regex(/^a$/, 'must be a'), 'x', 'must be a'],
    [
      'another kind of object',
      'unknown_value',
      z.discriminatedUnion('mode', [z.object({ mode: z.literal('a') })], { error: 'must be a mode' }),
      { mode: 'b' },
      'must be a mode',
    ],
    ['a text of its own', 'wrong_type', z.string('must be a name'), 1, 'must be a name'],
  ])('%s', (...row) => {
    const [, code, schema, value, message] = row;
    expect(faultsOf(schema, value)).toEqual([{ message, code }]);
  });
});

test('a list passes the codes of its elements on', () => {
  const { error } = z.object({ prices: listOf(moneySchema, 9) }).safeParse({ prices: ['1.00 EUR', '1', 2] });
  expect(error && fieldErrors(error).map(({ field, code }) => [field, code])).toEqual([
    ['prices.1', 'not_money'],
    ['prices.2', 'wrong_type'],
  ]);
});
