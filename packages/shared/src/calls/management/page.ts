/** Paging in the management API: the input and the reply of every list. */
import { z } from 'zod';
import { textUpTo } from '../../values/texts/texts.ts';

const countMax = 100;

/** A query has texts only. Other spellings of a number (`0x1F`, `5.`) stay texts, and are refused. */
const fromText = (given: unknown) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given);

/** How many results an answer has: `usual`, unless the query says another number up to `max`. */
export const countUpTo = (max: number, usual = max) =>
  z.preprocess(fromText, z.number().int().min(1).max(max)).default(usual);

/** How many results are left out before the answer, up to `max`. */
export const skipUpTo = (max: number) => z.preprocess(fromText, z.number().int().min(0).max(max)).default(0);

/** The page after the element with the id `after`; the first one without it. */
export const pageInput = {
  after: textUpTo(64).optional(),
  count: countUpTo(countMax),
};

/** One page. `next`: the `after` of the next page; null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });
