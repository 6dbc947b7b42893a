import { z } from 'zod';

/** The query of a page on the way: the sealed request. */
export const stepQuery = { request: z.string().default('') };

/** What was chosen in a list: an id. */
export const chosenId = z.string('must be chosen').regex(/^[\w-]{1,64}$/, 'must be chosen');
