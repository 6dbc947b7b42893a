import { expect, test } from '@jest/globals';
import { invalidFields, notFound } from '../../values/errors.ts';
import { faultText } from './fault-header.ts';

const textOf = (...fields: string[]) => faultText(invalidFields(fields.map((field) => ({ field, message: 'is bad' }))));

test('names the code and the fields, without what they held', () => {
  expect(faultText(notFound('Order'))).toBe('not_found');
  expect(textOf('items.0.price', 'customer.email')).toBe('invalid_fields items.0.price customer.email');
  expect(textOf('')).toBe('invalid_fields body');
});

test.each(['ada@example.com', 'Adá', '+33612345678', '33612345678', 'a b', 'x'.repeat(79), '\r\nX-Hub-Cost: 1'])(
  'a key %j that a client chose is left out',
  (key) => {
    expect(textOf(`custom_fields.${key.replaceAll('.', '')}`)).toBe('invalid_fields custom_fields.*');
  },
);

test('names ten fields at most', () => {
  const fields = Array.from({ length: 12 }, (_, at) => `items.${at}.price`);
  expect(textOf(...fields)).toBe(`invalid_fields ${fields.slice(0, 10).join(' ')}`);
});
