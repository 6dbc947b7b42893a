import { describe, expect, test } from '@jest/globals';
import { ascending, median, percentile } from './latency.ts';

describe('percentile', () => {
  test.each([
    [[1, 2, 3, 4], 0.5, 3],
    [[1, 2, 3, 4], 0.99, 4],
    [[7], 0.5, 7],
  ])('of %j at %d is %d', (sorted, share, value) => expect(percentile(sorted, share)).toBe(value));

  test('of nothing is not a number', () => expect(percentile([], 0.5)).toBeNaN());
});

test('the median does not need sorted values', () => expect(median([30, 10, 20])).toBe(20));
test('numbers are sorted as numbers', () => expect(ascending([10, 9])).toEqual([9, 10]));
