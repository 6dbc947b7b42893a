import type { PageLanguage } from '@order-hub/pages/page-language';
import type { BoundedCount } from '@order-hub/shared/bounded-count';
import { texts } from './texts.ts';

/** `12`, or `more than 10,000`. */
export const countInWords = ({ count, more }: BoundedCount, visit: { language: PageLanguage }): string =>
  texts(visit)(more ? 'more_than' : 'count', { count });
