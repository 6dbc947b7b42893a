import { midnightMs } from '@order-hub/shared/local-moment';
import { formatTime } from '@order-hub/shared/times';

const dayMs = 24 * 3_600_000;

type Clocks = { timezone: string; cutoff_time: string };

/** The day that it is at a location: until the cut-off time, the day before. */
export function businessDay(now: Date, { timezone, cutoff_time }: Clocks): string {
  const local = formatTime(now, timezone);
  const day = local.slice(0, 10);
  if (local.slice(11, 16) >= cutoff_time) return day;
  return new Date(midnightMs(day) - dayMs).toISOString().slice(0, 10);
}
