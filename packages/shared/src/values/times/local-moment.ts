/** Days and times on the clocks of a timezone. */
import { offsetSeconds } from './timezone-offset.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

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

/** The first moment of a day, or of one some days later: midnight, or later where clocks skip it. */
export const startOfDay = (day: string, timezone: string, days = 0): Date =>
  localMoment(day, days * (dayMs / minuteMs), timezone, 'first');
