/** Lists of the management API: what they are asked with, and what they answer. */
import { z } from 'zod';
import { textUpTo } from '../../values/texts.ts';

const countMax = 100;

/** The page after the element with the id `after`; the first one without it. */
export const pageInput = {
  after: textUpTo(64).optional(),
  count: z.coerce.number().int().min(1).max(countMax).default(countMax),
};

/** One page. `next`: the `after` of the next page; null on the last one. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });
