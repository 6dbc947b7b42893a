import { expect, test } from '@jest/globals';
import { similarText } from './similar-text.ts';

const known = ['variants', 'categories', 'products', 'option_lists', 'deals'];

test.each([
  ['options_lists', 'option_lists'],
  ['optionLists', 'option_lists'],
  ['Products', 'products'],
  ['product', 'products'],
  ['deal', 'deals'],
  ['categorys', 'categories'],
  ['catgories', 'categories'],
  ['skus', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('%s means %s', (text, meant) => {
  expect(similarText(text, known)).toBe(meant);
});
