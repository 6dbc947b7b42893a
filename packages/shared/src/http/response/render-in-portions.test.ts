import { expect, test } from '@jest/globals';
import { hash } from 'node:crypto';
import { listBytes } from '../pagination.ts';
import { portionChars, renderInPortions } from './render-in-portions.ts';

test.each([
  ['many short texts', Array.from({ length: 20_000 }, (_, at) => JSON.stringify({ at, name: 'é'.repeat(at % 40) }))],
  ['texts longer than a portion', ['a', 'b', 'c'].map((letter) => JSON.stringify(letter.repeat(portionChars + 1)))],
  ['one text', [JSON.stringify('x'.repeat(3 * portionChars))]],
])('%s: the bytes and the digest of the whole list, and the time that it took', async (_which, texts) => {
  const cost = { ms: 0 };
  const { portions, digest } = await renderInPortions(texts, cost);
  const whole = listBytes(texts);
  expect(Buffer.concat(portions).equals(whole)).toBe(true);
  expect(digest).toBe(hash('sha1', whole, 'base64url'));
  expect(cost.ms).toBeGreaterThan(0);
});
