/** What a filter becomes (docs/api/customers.md#customer-search). */
import { expect, test } from '@jest/globals';
import { likePattern, trigramsOf } from './customer-search.ts';

test.each([
  ['ada', 'ada'],
  ['a*', 'a%'],
  ['*a*b*', '%a%b%'],
  ['100%_\\*', '100\\%\\_\\\\%'],
])('the filter %s becomes the pattern %s', (filter, pattern) => {
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
])('%j has the trigrams %j', (email, trigrams) => {
  expect(trigramsOf({ email })).toEqual(trigrams.map((text) => ({ field: 'email', text })));
});

test('takes four trigrams of a long filter, among them the first and the last', () => {
  const trigrams = trigramsOf({ phone: '*0123456789abcdef*' }).map(({ text }) => text);
  expect(trigrams).toEqual(['012', '456', '9ab', 'def']);
});

test('takes trigrams of both filters', () => {
  expect(trigramsOf({ email: '*ada*', phone: '*123*' })).toEqual([
    { field: 'email', text: 'ada' },
    { field: 'phone', text: '123' },
  ]);
});
