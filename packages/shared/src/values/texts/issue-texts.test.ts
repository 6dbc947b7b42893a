import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { fieldErrors } from '../../http/response/field-errors.ts';

const messageOf = (schema: z.ZodType, value: unknown) => {
  const { error } = z.object({ field: schema }).safeParse({ field: value });
  return error && fieldErrors(error).map(({ message }) => message);
};

test.each([
  ['an unknown value', z.enum(['new', 'received']), 'x', 'must be one of `new`, `received`'],
  ['a missing value of a set', z.enum(['new', 'received']), undefined, 'is missing; must be one of `new`, `received`'],
  ['another literal', z.literal('a'), 'b', 'must be `a`'],
  ['a missing text', z.string(), undefined, 'is missing; must be a text'],
  ['a number for a text', z.string(), 1, 'must be a text'],
  ['null for a number', z.number(), null, 'must be a number'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['a text for a flag', z.boolean(), 'true', 'must be true or false'],
  ['a list for an object', z.object({}), [], 'must be an object'],
  ['an object for a list', z.array(z.string()), {}, 'must be an array'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a short text', z.string().min(2), 'a', 'must have at least 2 characters'],
  ['a long text', z.string().max(1000), 'x'.repeat(1001), 'must have at most 1,000 characters'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 element'],
  ['a small number', z.number().min(1), 0, 'must be at least 1'],
  ['a number at its bound', z.number().gt(0), 0, 'must be greater than 0'],
  ['a large number', z.number().max(9), 10, 'must be at most 9'],
  ['no address', z.email(), 'x', 'must be an email address'],
  [
    'no form of several',
    z.union([z.string(), z.number()]),
    true,
    'must have one of the forms that the reference shows',
  ],
  ['a text of its own', z.string('must be a name'), 1, 'must be a name'],
])('%s', (_what, schema, value, message) => {
  expect(messageOf(schema, value)).toEqual([message]);
});
