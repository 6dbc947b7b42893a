import { expect, test } from '@jest/globals';
import { likelyCountry } from './likely-country.ts';

test.each([
  ['de-CH,de;q=0.9,en;q=0.5', 'CH'],
  ['it', 'IT'],
  ['fr;q=0.5, en-GB', 'GB'],
  ['en', null],
  ['*', null],
  ['x--y', null],
  ['de-419', null],
  [undefined, null],
])('a browser that asks for %s', (accepted, country) => {
  expect(likelyCountry(accepted === undefined ? {} : { 'accept-language': accepted })).toBe(country);
});
