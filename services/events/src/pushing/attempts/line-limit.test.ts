import { expect, test } from '@jest/globals';
import { lineLimit } from './line-limit.ts';

test('a key has its own lines in each window, and the next line says how many were left out', () => {
  const take = lineLimit({ perKey: 2, total: 10, windowMs: 1_000 });
  expect([1, 2, 3, 4].map((ms) => take('noisy', ms))).toEqual([0, 0, undefined, undefined]);
  expect(take('quiet', 5)).toBe(2);
  expect(take('quiet', 6)).toBe(0);
  expect(take('noisy', 1_001)).toBe(0);
});

test('all keys together have no more than the total', () => {
  const take = lineLimit({ perKey: 2, total: 3, windowMs: 1_000 });
  const written = Array.from({ length: 1_000 }, (_, at) => take(`key ${at}`, at % 500)).filter((n) => n !== undefined);
  expect(written).toHaveLength(3);
  expect(take('key 0', 1_000)).toBe(997);
});
