import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

/** Whom it is about: the id of a user, or their email address in whatever case. */
export const operatorNamed = z.object({ user: textUpTo(254) });

export const operatorView = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  operator_since: z.string().nullable(),
});
