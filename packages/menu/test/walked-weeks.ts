/**
 * Weeks on a wall clock, minute by minute. The instants at which the clocks change are written by hand: nothing here uses
 * Intl, so the tests compare two independent sources.
 */
import type { Conditions } from '../src/conditions.ts';

export type Week = {
  timezone: string;
  /** The instant at which the first day, a Monday, begins. */
  from: string;
  dates: string[];
  /** The clock change: forward by `minutes`, or back if negative. */
  change?: { at: string; minutes: number };
};

/** `shown`: what the clock shows, in minutes since the beginning of the first day. */
export type Minute = { at: Date; shown: number };

const dayMinutes = 1_440;

const days = (month: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${month}-${String(first + index).padStart(2, '0')}`);

export const weeks: Record<string, Week> = {
  'Paris changes to summer time': {
    timezone: 'Europe/Paris',
    from: '2026-03-22T23:00:00Z',
    dates: days('2026-03', 23, 30),
    change: { at: '2026-03-29T01:00:00Z', minutes: 60 },
  },
  'Paris changes to winter time': {
    timezone: 'Europe/Paris',
    from: '2026-10-18T22:00:00Z',
    dates: days('2026-10', 19, 26),
    change: { at: '2026-10-25T01:00:00Z', minutes: -60 },
  },
  'New York changes to summer time': {
    timezone: 'America/New_York',
    from: '2026-03-02T05:00:00Z',
    dates: days('2026-03', 2, 9),
    change: { at: '2026-03-08T07:00:00Z', minutes: 60 },
  },
  'New York changes to winter time': {
    timezone: 'America/New_York',
    from: '2026-10-26T04:00:00Z',
    dates: [...days('2026-10', 26, 31), ...days('2026-11', 1, 2)],
    change: { at: '2026-11-01T06:00:00Z', minutes: -60 },
  },
  'a leap day': {
    timezone: 'Europe/Paris',
    from: '2028-02-20T23:00:00Z',
    dates: [...days('2028-02', 21, 29), ...days('2028-03', 1, 2)],
  },
  'the turn of a year': {
    timezone: 'America/New_York',
    from: '2026-12-28T05:00:00Z',
    dates: [...days('2026-12', 28, 31), ...days('2027-01', 1, 4)],
  },
};

/** Every minute of the week, in sequence. */
export function minutesOf({ from, dates, change }: Week): Minute[] {
  const minutes: Minute[] = [];
  let at = Date.parse(from);
  for (let shown = 0; shown < dates.length * dayMinutes; shown += 1, at += 60_000) {
    if (change && at === Date.parse(change.at)) shown += change.minutes;
    minutes.push({ at: new Date(at), shown });
  }
  return minutes;
}

/**
 * What the clock shows while the conditions on days, dates and times hold: for each day on which a slot may begin, the
 * minutes from its start until its end.
 */
export function shownWhile(conditions: Conditions, { dates }: Week): Set<number> {
  const start = conditions.start_time == null ? 0 : minuteOfDay(conditions.start_time);
  const end = conditions.end_time == null ? 0 : minuteOfDay(conditions.end_time);
  const first = conditions.start_date == null ? -1 : dates.indexOf(conditions.start_date);
  const last = conditions.end_date == null ? dates.length : dates.indexOf(conditions.end_date);
  const found = new Set<number>();
  for (let day = -1; day < dates.length; day += 1) {
    const digit = String(((day + 7) % 7) + 1);
    if (day < first || day > last || (conditions.dow != null && !conditions.dow.includes(digit))) continue;
    let shown = day * dayMinutes + start;
    do found.add(shown++);
    while ((shown + dayMinutes) % dayMinutes !== end);
  }
  return found;
}

const minuteOfDay = (time: string) => {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
};
