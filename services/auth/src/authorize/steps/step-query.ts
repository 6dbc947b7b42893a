import { z } from 'zod';

/** The query of each step's page: the sealed request. */
export const stepQuery = { request: z.string().default('') };

/** The id of a chosen element. */
export const chosenId = z.string('must be chosen').regex(/^[\w-]{1,64}$/, 'must be chosen');
