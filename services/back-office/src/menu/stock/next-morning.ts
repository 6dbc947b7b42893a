/** When tomorrow begins in a shop: at the time of day at which its business day ends. Pure. */
import { formatTime } from '@order-hub/shared/times';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

const dateChars = 'YYYY-MM-DD'.length;
const minuteChars = 'YYYY-MM-DDTHH:mm'.length;

/** Date and time on a clock: two of them compare as texts. */
const clockAt = (ms: number, timezone: string) => formatTime(new Date(ms), timezone).slice(0, minuteChars);

const dayAfter = (date: string) => new Date(Date.parse(`${date}T00:00Z`) + dayMs).toISOString().slice(0, dateChars);

/**
 * The next moment at which a clock in the timezone shows `cutoff`, such as `06:00`, at least an hour from now. On a day on which
 * that time is skipped, the first moment after it.
 */
export function nextMorning(now: Date, timezone: string, cutoff: string): Date {
  const first = Math.ceil((now.getTime() + hourMs) / minuteMs) * minuteMs;
  const date = clockAt(first, timezone).slice(0, dateChars);
  const today = `${date}T${cutoff}`;
  const wanted = clockAt(first, timezone) <= today ? today : `${dayAfter(date)}T${cutoff}`;
  let at = first;
  while (clockAt(at, timezone) < wanted) at += minuteMs;
  return new Date(at);
}
