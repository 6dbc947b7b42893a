import { formatTime } from '@order-hub/shared/times';
import { offsetSeconds } from '@order-hub/shared/timezone-offset';
import { dayMinutes } from '../settings/opening-hours.ts';

const minuteMs = 60_000;
const dayMs = dayMinutes * minuteMs;

type Clocks = { timezone: string; cutoff_time: string };

/** Midnight of a date, `YYYY-MM-DD`, as if its clocks were those of UTC. */
export const midnightMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * When the clocks of a timezone show `minutes` after midnight of `day`; 1,440 and more are on the next day. Where clocks go back
 * and show it twice, the first or the last time. Where they go forward and skip it, as much later as they skip.
 */
export function localMoment(day: string, minutes: number, timezone: string, time: 'first' | 'last'): Date {
  const shown = midnightMs(day) + minutes * minuteMs;
  const offsetMs = (ms: number) => offsetSeconds(timezone, new Date(ms)) * 1_000;
  const [before, after] = [offsetMs(shown - dayMs), offsetMs(shown + dayMs)];
  const candidates = [shown - before, shown - after].filter((ms) => ms + offsetMs(ms) === shown);
  if (candidates.length === 0) return new Date(shown - before);
  return new Date(time === 'first' ? Math.min(...candidates) : Math.max(...candidates));
}

/** The day that it is at a location: until the cut-off time, the day before. */
export function businessDay(now: Date, { timezone, cutoff_time }: Clocks): string {
  const local = formatTime(now, timezone);
  const day = local.slice(0, 10);
  if (local.slice(11, 16) >= cutoff_time) return day;
  return new Date(midnightMs(day) - dayMs).toISOString().slice(0, 10);
}
