/** When tomorrow begins in a shop: at the time of day at which its business day ends. Pure. */
import { formatTime } from '@order-hub/shared/times';

const hourMs = 3_600_000;
const stepMs = 60_000;

const clockOf = (at: Date, timezone: string) =>
  formatTime(at, timezone).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:mm'.length);

/**
 * The next moment at which a clock in the timezone shows `cutoff`, such as `06:00`, at least an hour from now. On a day on which
 * that time is skipped, the first moment after it.
 */
export function nextMorning(now: Date, timezone: string, cutoff: string): Date {
  const first = Math.ceil((now.getTime() + hourMs) / stepMs) * stepMs;
  let before = clockOf(new Date(first), timezone);
  if (before === cutoff) return new Date(first);
  for (let at = first + stepMs; at <= first + 26 * hourMs; at += stepMs) {
    const clock = clockOf(new Date(at), timezone);
    const isPassed = before <= clock ? before < cutoff && cutoff <= clock : cutoff > before || cutoff <= clock;
    if (isPassed) return new Date(at);
    before = clock;
  }
  return new Date(first + 24 * hourMs);
}
