/** Where the pages of second factors are. */

const home = '/back-office';

export const secondFactorPath = '/back-office/profile/second-factor';

/** A page below the list, and where the user goes after it: where they came from, or back to the list. */
export const pathBelow = (page: 'app' | 'passkey' | 'recovery-codes' | 'remove', continuePath = home) =>
  `${secondFactorPath}/${page}?continue=${encodeURIComponent(continuePath === home ? secondFactorPath : continuePath)}`;

export const trail = [
  { label: 'Profile', href: '/back-office/profile' },
  { label: 'Second factors', href: secondFactorPath },
];
