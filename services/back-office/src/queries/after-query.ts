import { textUpTo } from '@order-hub/shared/texts';

/** The query of a page that lists: after which id it begins. */
export const afterQuery = { after: textUpTo(64).optional() };
