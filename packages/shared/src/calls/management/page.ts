/** Paging in the management API: the input and the reply of every list. */
import { z } from 'zod';
import { queryCount, querySkip } from '../../values/query-integer.ts';
import { textUpTo } from '../../values/texts/texts.ts';

const countMax = 100;

/** A query has texts only; a body may have a number. */
const asText = (given: unknown) => (typeof given === 'number' ? String(given) : given);

/** How many results an answer has: `usual`, unless the query says another number. More than `max` means `max`. */
export const countUpTo = (max: number, usual = max) => z.preprocess(asText, queryCount(max)).default(usual);

/** How many results are left out before the answer, up to `max`. */
export const skipUpTo = (max: number) => z.preprocess(asText, querySkip(max)).default(0);

/** The page after the element with the id `after`; the first one without it. */
export const pageInput = {
  after: textUpTo(64).optional(),
  count: countUpTo(countMax),
};

/** One page. `next`: the `after` of the next page; null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });
