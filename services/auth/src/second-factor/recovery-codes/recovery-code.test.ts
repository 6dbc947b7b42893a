import { expect, test } from '@jest/globals';
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-code.ts';

test('there are ten, of 80 bits each, without letters that look alike', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
});

test.each(['8f3k2m9qx7tw01n5', '8F3K 2M9Q X7TW OLN5', ' 8f3k-2m9q-x7tw-oin5 '])(
  '%j is 8f3k-2m9q-x7tw-01n5',
  (typed) => {
    expect(recoveryCodeDigest(typed)).toBe(recoveryCodeDigest('8f3k-2m9q-x7tw-01n5'));
  },
);
