import { backlogPath, operatorPath } from '../paths/operator-path.ts';

/** The parents of the pages below that of the backlog. */
export const backlogTrail = [
  { label: 'Operator', href: operatorPath },
  { label: 'Backlog', href: backlogPath },
];
