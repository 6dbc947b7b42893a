import { isId } from '@order-hub/shared/ids';
import { rule } from '@order-hub/shared/rules';
import { z } from 'zod';

/** The query of each step's page: the sealed request. */
export const stepQuery = { request: z.string().default('') };

/** The id of a chosen element. */
export const chosenId = z.string('must be chosen').check(rule(isId, 'missing', 'must be chosen'));
