import { z } from 'zod';
import { ownPath } from './own-path.ts';

/** The query of a page that stands in the way of another: where to go afterwards, a page of ours. */
export const continueQuery = {
  continue: z
    .string()
    .optional()
    .transform((path) => ownPath(path)),
};
