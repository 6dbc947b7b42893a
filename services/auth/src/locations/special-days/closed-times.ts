import type { NewSpecialDay } from '@order-hub/shared/management/special-days';
import type { Location } from '../location.ts';
import { dayMinutes, minutesOf, spanOf, weekdays } from '../settings/opening-hours.ts';
import { localMoment, midnightMs } from '@order-hub/shared/local-moment';

type ClosedPart = Pick<NewSpecialDay, 'day' | 'closed_from' | 'closed_to'>;
type OpenTimes = Pick<Location, 'opening_hours' | 'cutoff_time' | 'timezone'>;
/** In minutes since midnight of the day. */
type Minutes = { start: number; end: number };

function weekdayOf(day: string) {
  // Days count from Sunday, the week from Monday.
  return weekdays[(new Date(midnightMs(day)).getUTCDay() + 6) % 7] ?? 'monday';
}

/** The closed part; all day without one. A part that ends before it starts ends on the next day, whatever the cut-off time is now. */
function closedPart({ closed_from: from, closed_to: to }: ClosedPart, cutoff: number): Minutes | null {
  if (from === null || to === null) return null;
  const { start, end } = spanOf({ from, to }, 0, cutoff);
  return { start, end: end > start ? end : end + dayMinutes };
}

/** When the location is open on such a day. Without opening hours it always is. */
function openParts(day: string, { opening_hours }: OpenTimes, cutoff: number, closed: Minutes | null): Minutes[] {
  if (opening_hours) return opening_hours[weekdayOf(day)].map((slot, index) => spanOf(slot, index, cutoff));
  return [closed ?? { start: cutoff, end: cutoff + dayMinutes }];
}

/** Times that touch are one. */
function joined(parts: readonly Minutes[]): Minutes[] {
  const found: Minutes[] = [];
  for (const part of [...parts].sort((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && part.start <= last.end) last.end = Math.max(last.end, part.end);
    else found.push({ ...part });
  }
  return found;
}

/**
 * From when to when the location is closed on a special day although its opening hours say open, in order. As for opening hours,
 * the day lasts until the cut-off time (docs/api/locations.md#opening-hours).
 */
export function closedTimes(special: ClosedPart, location: OpenTimes): { start: Date; end: Date }[] {
  const { cutoff_time, timezone } = location;
  const { day } = special;
  const cutoff = minutesOf(cutoff_time);
  const closed = closedPart(special, cutoff);
  const parts = openParts(day, location, cutoff, closed)
    .map(({ start, end }) => ({
      start: Math.max(start, closed?.start ?? start),
      end: Math.min(end, closed?.end ?? end),
    }))
    .filter(({ start, end }) => start < end);
  return joined(parts)
    .map(({ start, end }) => ({
      start: localMoment(day, start, timezone, 'first'),
      end: localMoment(day, end, timezone, 'last'),
    }))
    .filter(({ start, end }) => start < end);
}
