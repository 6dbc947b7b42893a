/** The words for a day and its hours, in the language of the visit. */
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { TodayLocation } from '@order-hub/shared/today-calls';

/** `today` and `before`: such as `Thursday 19 November`; `until`: the end of the current hour, such as `15:00`. */
export type DayWords = { today: string; before: string; until: string };

const dayText = (day: string, visit: UserVisit) => formats(visit).at(new Date(`${day}T12:00:00Z`), 'UTC', 'day');

/** The time at which an hour begins; 24 is midnight. */
export const hourText = (hour: number, visit: UserVisit) =>
  formats(visit).at(new Date(Date.UTC(2026, 0, 1, hour)), 'UTC', 'time');

export const dayWords = ({ today, last_week, hour }: TodayLocation, visit: UserVisit): DayWords => ({
  today: dayText(today, visit),
  before: dayText(last_week, visit),
  until: hourText(hour + 1, visit),
});
