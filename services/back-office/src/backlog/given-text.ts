import { textUpTo } from '@order-hub/shared/texts';

/** A text in the query of a page that filters; an empty one does not filter. */
export const givenText = textUpTo(300)
  .transform((text) => text.trim() || undefined)
  .optional();
