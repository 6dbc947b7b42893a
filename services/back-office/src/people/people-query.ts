import { isId } from '@order-hub/shared/ids';
import { rule } from '@order-hub/shared/rules';
import { z } from 'zod';

const id = z
  .string()
  .check(rule(isId, 'wrong_format', 'must be an id'))
  .optional();

/** Where the two lists of a page of people start. */
export const peopleQuery = { after: id, invitations_after: id };

/** How many people, and how many invitations, a page shows. */
export const peopleShownMax = 50;
