import { z } from 'zod';
import { ownPath } from './own-path.ts';

/** The query of a page that interrupts another: the page of ours to continue with. */
export const continueQuery = {
  continue: z
    .string()
    .optional()
    .transform((path) => ownPath(path)),
};
