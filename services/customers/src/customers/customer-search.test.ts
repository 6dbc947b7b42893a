/** What a filter becomes (docs/api/customers.md#customer-search). */
import { expect, test } from '@jest/globals';
import { gramsOfFilters, likePattern } from './customer-search.ts';

test.each([
  ['ada', 'ada'],
  ['a*', 'a%'],
  ['*a*b*', '%a%b%'],
  ['100%_\\*', '100\\%\\_\\\\%'],
])('%s is matched by %s', (filter, pattern) => {
  expect(likePattern(filter)).toBe(pattern);
});

const [outside, whole] = ['\u0001', '\u0002'];

test.each<[string, string[]]>([
  ['ada@x', [`${whole}ada@x`]],
  ['', [whole]],
  ['ad*', [`${outside}${outside}a`, `${outside}ad`]],
  ['*.fr', ['.fr', `fr${outside}`]],
  ['*r', []],
  ['*ada*', ['ada']],
  ['*ab*c*', []],
  ['*', []],
  ['***', []],
  ['a*é😀xy*b', [`${outside}${outside}a`, 'é😀x', '😀xy']],
])('%j has the grams %j', (email, grams) => {
  expect(gramsOfFilters({ email })).toEqual(grams.map((gram) => ({ field: 'email', gram })));
});

test('of a long filter some grams are taken, the first and the last among them', () => {
  const grams = gramsOfFilters({ phone: '*0123456789abcdef*' }).map(({ gram }) => gram);
  expect(grams).toEqual(['012', '456', '9ab', 'def']);
});

test('of two filters both have grams', () => {
  expect(gramsOfFilters({ email: '*ada*', phone: '*123*' })).toEqual([
    { field: 'email', gram: 'ada' },
    { field: 'phone', gram: '123' },
  ]);
});
