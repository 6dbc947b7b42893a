/** Where the pages of second factors are. */
import type { PageLanguage } from '@order-hub/pages/page-language';
import { texts } from './texts.ts';

const home = '/back-office';

export const secondFactorPath = '/back-office/profile/second-factor';

/** A page below the list, and where the user goes after it: where they came from, or back to the list. */
export const pathBelow = (page: 'app' | 'passkey' | 'recovery-codes' | 'remove', continuePath = home) =>
  `${secondFactorPath}/${page}?continue=${encodeURIComponent(continuePath === home ? secondFactorPath : continuePath)}`;

export const trailFor = (visit: { language: PageLanguage }) => [
  { label: texts(visit)('profile'), href: '/back-office/profile' },
  { label: texts(visit)('second_factors'), href: secondFactorPath },
];
