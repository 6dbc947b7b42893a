/** A special day on pages. Pure. */
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import { ApiError, invalid, invalidFields } from '@order-hub/shared/errors';
import type { SpecialDay } from '@order-hub/shared/management/special-days';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { texts } from './texts.ts';
import { dayCharsMax, slotsIn, slotsText } from './time-slots.ts';
import { dayNames, type DayName } from './week.ts';

export const specialDayFields = z.object({
  day: textUpTo(20).default(''),
  closed: textUpTo(dayCharsMax).default(''),
  note: textUpTo(1_000).default(''),
});

type SpecialDayForm = z.output<typeof specialDayFields>;

/** The midnight after the day, as a special day has it: it ends the next day there whenever it is not after its start. */
const asNextDay = (time: string | undefined) => (time === '24:00' ? '00:00' : (time ?? null));

/** What the form says, as the call takes it. Throws 422 on `closed` for more than one time, or one that cannot be read. */
export function specialDayOf({ day, closed, note }: SpecialDayForm) {
  const slots = slotsIn(closed);
  if (!slots || slots.length > 1)
    throw invalid('closed', 'not_a_time', 'must be a time of day, such as 14:00–18:00, or empty');
  const [slot] = slots;
  return { day: day.trim(), closed_from: asNextDay(slot?.from), closed_to: asNextDay(slot?.to), note };
}

/** The fault of a call with the fields of the form. */
export const asSpecialDayFault = (error: unknown): unknown =>
  error instanceof ApiError && error.errors
    ? invalidFields(error.errors.map((fault) => ({ ...fault, field: fault.field.replace(/^closed_.*/, 'closed') })))
    : error;

const midnightOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** `Thursday 24 December`; of another year than `today`, `24 Dec 2027`. */
export const dayText = (day: string, { today, visit }: { today: string; visit: UserVisit }): string =>
  formats(visit).at(midnightOf(day), 'UTC', day.slice(0, 4) === today.slice(0, 4) ? 'day' : 'date');

/** The closed part, or `All day`. */
export function closedText({ closed_from: from, closed_to: to }: SpecialDay, visit: UserVisit): string {
  return from === null || to === null ? texts(visit)('all_day') : slotsText([{ from, to }]);
}

const weekMs = 7 * 24 * 3_600_000;

/** Those of the seven days from `today` on, by day of the week. */
export function inThisWeek(days: readonly SpecialDay[], today: string): Map<DayName, SpecialDay> {
  const end = new Date(midnightOf(today).getTime() + weekMs).toISOString().slice(0, 10);
  const shown = days.filter(({ day }) => day >= today && day < end);
  // Days count from Sunday, the week from Monday.
  const nameOf = ({ day }: SpecialDay) => dayNames[(midnightOf(day).getUTCDay() + 6) % 7] ?? 'monday';
  return new Map(shown.map((special) => [nameOf(special), special]));
}
