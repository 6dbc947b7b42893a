import type { BoundedCount } from '@order-hub/shared/bounded-count';

const shown = (count: number) => count.toLocaleString('en');

/** `12`, or `more than 10,000`. */
export const countInWords = ({ count, more }: BoundedCount): string =>
  more ? `more than ${shown(count)}` : shown(count);

/** `1 event`, `12 events`. */
export const amountOf = (count: number, noun: string): string => `${shown(count)} ${noun}${count === 1 ? '' : 's'}`;
