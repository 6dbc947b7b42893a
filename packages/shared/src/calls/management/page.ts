/** Lists of the management API: what they are asked with, and what they answer. */
import { z } from 'zod';
import { textUpTo } from '../../values/texts.ts';

const countMax = 100;

/** A query has texts only. Other spellings of a number (`0x1F`, `5.`) stay texts, and are refused. */
const fromText = (given: unknown) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given);

/** The page after the element with the id `after`; the first one without it. */
export const pageInput = {
  after: textUpTo(64).optional(),
  count: z.preprocess(fromText, z.number().int().min(1).max(countMax)).default(countMax),
};

/** One page. `next`: the `after` of the next page; null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });
