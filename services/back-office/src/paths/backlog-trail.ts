import type { PageLanguage } from '@order-hub/pages/page-language';
import { backlogPath, operatorPath } from './operator-path.ts';
import { texts } from './texts.ts';

/** The parents of the pages below that of the backlog. */
export const backlogTrail = (visit: { language: PageLanguage }) => [
  { label: texts(visit)('operator'), href: operatorPath },
  { label: texts(visit)('backlog'), href: backlogPath },
];
