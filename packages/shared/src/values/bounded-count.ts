/** Counts of rows in lists of any length, which are never counted to the end. */
import { z } from 'zod';

/** Rows are counted up to this number. */
export const countedMax = 10_000;

/** `more`: there are more than `count`. */
export const boundedCount = z.object({ count: z.int(), more: z.boolean() });

export type BoundedCount = z.output<typeof boundedCount>;

/** The count of `rows`, of which a query counted up to `max` and one more. */
export const countOf = (rows: number, max = countedMax): BoundedCount => ({
  count: Math.min(rows, max),
  more: rows > max,
});

/** The sum of counts. It has `more` when one of them has. */
export const sumOf = (counts: readonly BoundedCount[]): BoundedCount => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  more: counts.some(({ more }) => more),
});
