/**
 * The rules of opening hours (docs/api/locations.md#opening-hours): slots per day of the week, in local time. What is before
 * the cut-off time belongs to the evening before it. So a slot that ends before it ends on the next day, and one that also
 * begins before it is the night after its day: Monday 01:00 to 03:00 is on Tuesday. A slot that only begins before it, such
 * as 05:00 to 14:00, is a morning of its day.
 */
import type { FieldError } from '@order-hub/shared/errors';
import { formatTime } from '@order-hub/shared/times';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Times are `HH:mm`. */
export type Slot = { from: string; to: string };
export type OpeningHours = Record<(typeof weekdays)[number], Slot[]>;

export const dayMinutes = 24 * 60;

/** A slot in minutes since midnight of its day; 1,440 and more are on the next day. */
export type Span = { index: number; start: number; end: number };

/** Minutes since midnight. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** `cutoff`: in minutes since midnight. */
export function spanOf({ from, to }: Slot, index: number, cutoff: number): Span {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (end >= cutoff) return { index, start, end };
  return { index, start: start < end ? start + dayMinutes : start, end: end + dayMinutes };
}

const faultOfSlot = ({ index, start, end }: Span, day: string, cutoff_time: string): FieldError[] =>
  end > start
    ? []
    : [
        {
          field: `${day}.${index}.to`,
          message: `must follow from, or be before the cutoff_time ${cutoff_time} to count as the next day`,
          code: 'inconsistent',
        },
      ];

function faultsOfOverlap(spans: readonly Span[], day: string): FieldError[] {
  const sorted = [...spans].sort((one, other) => one.start - other.start || one.end - other.end);
  let latest: Span | undefined;
  const faults: FieldError[] = [];
  for (const span of sorted) {
    if (latest && span.start < latest.end) {
      faults.push({
        field: `${day}.${span.index}.from`,
        message: `overlaps the slot ${latest.index} of the same day`,
        code: 'inconsistent',
      });
    }
    if (!latest || span.end > latest.end) latest = span;
  }
  return faults;
}

function faultsOfDay(slots: readonly Slot[], day: string, cutoff_time: string): FieldError[] {
  const spans = slots.map((slot, index) => spanOf(slot, index, minutesOf(cutoff_time)));
  const faults = spans.flatMap((span) => faultOfSlot(span, day, cutoff_time));
  return faults.length > 0 ? faults : faultsOfOverlap(spans, day);
}

/**
 * The faults of a week with this cut-off time: no slots at all, a slot that does not end after its start, overlapping slots
 * of one day. Fields are paths within the hours, such as `monday.0.to`.
 */
export function openingHoursFaults(hours: OpeningHours, cutoff_time: string): FieldError[] {
  if (weekdays.every((day) => hours[day].length === 0)) {
    return [{ field: '', message: 'must have at least one slot in the week', code: 'empty' }];
  }
  return weekdays.flatMap((day) => faultsOfDay(hours[day], day, cutoff_time));
}

type OpenTimes = { opening_hours: OpeningHours | null; cutoff_time: string; timezone: string };

/** Whether a location is open at a moment, on its own clocks. Without opening hours it always is. */
export function isOpenAt({ opening_hours, cutoff_time, timezone }: OpenTimes, at: Date): boolean {
  if (!opening_hours) return true;
  const local = formatTime(at, timezone);
  const minute = minutesOf(local.slice(11, 16));
  // Days count from Sunday, the week from Monday.
  const today = (new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
  const isIn = (daysAgo: number) => {
    const day = weekdays[(today + 7 - daysAgo) % 7] ?? 'monday';
    const since = minute + daysAgo * dayMinutes;
    const spans = opening_hours[day].map((slot, index) => spanOf(slot, index, minutesOf(cutoff_time)));
    return spans.some(({ start, end }) => start <= since && since < end);
  };
  return isIn(0) || isIn(1);
}
