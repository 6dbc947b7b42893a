import { formats } from '@order-hub/pages/formats';
import { formatTime } from '@order-hub/shared/times';
import type { CardTerms } from './card-terms.ts';

const dayChars = 'YYYY-MM-DD'.length;

/** A time on the clocks of the location, with its day if that is not today's. `now`: of the location; by default this moment. */
export function timeText({ language, timezone }: CardTerms, time: string, now = new Date()): string {
  const at = new Date(time);
  const dayOf = (date: Date) => formatTime(date, timezone).slice(0, dayChars);
  return formats(language).at(at, timezone, dayOf(at) === dayOf(now) ? 'time' : 'minute');
}
