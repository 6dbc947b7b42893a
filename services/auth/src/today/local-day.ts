import { midnightMs } from '@order-hub/shared/local-moment';
import { formatTime } from '@order-hub/shared/times';

const weekMs = 7 * 24 * 3_600_000;

/** What the clocks of a location show: the day, the same weekday a week before, and the hour. */
export function localDay(now: Date, timezone: string): { today: string; last_week: string; hour: number } {
  const local = formatTime(now, timezone);
  const today = local.slice(0, 10);
  const last_week = new Date(midnightMs(today) - weekMs).toISOString().slice(0, 10);
  return { today, last_week, hour: Number(local.slice(11, 13)) };
}
