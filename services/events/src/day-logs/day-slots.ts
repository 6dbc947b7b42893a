/**
 * Logs of days: a day's rows are in the partition `day % 10` of the log, the day counted from 1970. So every row has a partition, no
 * partition is ever added, and clearing a day away is truncating one.
 */
import { idFloor } from '@order-hub/shared/ids';

const slots = 10;
const dayMs = 86_400_000;

/** The most days that a log can keep: the partitions of today, of the day that is cleared, and of tomorrow are others. */
export const keptDaysMax = 7;

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs);

/** The partition of what happened at this time. */
export const slotOf = (at: Date): number => dayOf(at) % slots;

/**
 * The partitions without a day that is kept, today or tomorrow. There are several when fewer days are kept: of those, all are cleared when
 * the number is lowered.
 */
export const outdatedSlots = (now: Date, keptDays: number): number[] => {
  const used = Array.from({ length: keptDays + 2 }, (_, at) => (dayOf(now) + 1 - at) % slots);
  return Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !used.includes(slot));
};

/** Rows with smaller ids are not shown any more. */
export const oldestShown = (now: Date, keptDays: number): string => idFloor(new Date(now.getTime() - keptDays * dayMs));
