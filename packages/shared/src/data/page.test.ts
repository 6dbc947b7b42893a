import { describe, expect, test } from '@jest/globals';
import { takePage } from './page.ts';

describe('takePage', () => {
  const position = (row: number): string => `p${row}`;

  test.each([
    [[], [], null],
    [[1], [1], null],
    [[1, 2], [1, 2], null],
    [[1, 2, 3], [1, 2], 'p2'],
  ])('of 2 out of %j', (rows, items, next) => {
    expect(takePage(rows, 2, position)).toEqual({ items, next });
  });
});
