/** A special day of a location, and what it does to order acceptance (docs/api/back-office.md#special-days). */
import { invalid } from '@order-hub/shared/errors';
import type { NewSpecialDay } from '@order-hub/shared/management/special-days';
import type { Location } from '../location.ts';
import { dayMinutes, minutesOf, openingHoursFaults } from '../settings/opening-hours.ts';
import type { OrderAcceptance } from '../settings/order-acceptance.ts';
import { closedTimes } from './closed-times.ts';
import { businessDay } from './business-day.ts';
import { localMoment } from '@order-hub/shared/local-moment';

/** `paused_until`: up to when the day has paused the location, or found it paused. */
export type StoredDay = NewSpecialDay & { paused_until: Date | null };

/** How many days a location may have that are not over. */
export const specialDaysMax = 50;

const yearsMax = 2;

/** Throws 422 for a day that is over or too far away, and for a closed time that is no time slot of opening hours either. */
export function assertSpecialDay(special: NewSpecialDay, location: Location, now: Date): void {
  const today = businessDay(now, location);
  const lastYear = String(Number(today.slice(0, 4)) + yearsMax).padStart(4, '0');
  if (special.day < today) throw invalid('day', 'too_early', 'must be today or later');
  if (special.day > lastYear + today.slice(4))
    throw invalid('day', 'too_late', `must be at most ${yearsMax} years ahead`);
  assertClosedTime(special, location.cutoff_time);
}

function assertClosedTime({ closed_from: from, closed_to: to }: NewSpecialDay, cutoff_time: string): void {
  if (from === null && to === null) return;
  if (from === null) throw invalid('closed_from', 'missing', 'must be given with closed_to');
  if (to === null) throw invalid('closed_to', 'missing', 'must be given with closed_from');
  const none = { tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
  const [fault] = openingHoursFaults({ ...none, monday: [{ from, to }] }, cutoff_time);
  if (fault) throw invalid('closed_to', fault.code, fault.message);
}

/**
 * What is due of a day: until when to pause the location now, if at all, and when to look at the day again; null once it is over.
 * A closed time counts from `paused_until` on, so it pauses once, whatever somebody does to order acceptance meanwhile.
 */
export function dueOf(special: StoredDay, location: Location, now: Date): { until: Date | null; look_at: Date | null } {
  const left = timesLeft(special, location).filter(({ end }) => now < end);
  const current = left.find(({ start }) => start <= now);
  const next = left.find(({ start }) => now < start);
  const dayEnd = localMoment(special.day, minutesOf(location.cutoff_time) + dayMinutes, location.timezone, 'last');
  const until = current?.end ?? null;
  const end = until && until > dayEnd ? until : dayEnd;
  return { until, look_at: next?.start ?? (now < end ? end : null) };
}

/** The closed times, without what the day has paused already. */
const timesLeft = (special: StoredDay, location: Location) =>
  closedTimes(special, location)
    .map(({ start, end }) => ({
      start: new Date(Math.max(start.getTime(), special.paused_until?.getTime() ?? 0)),
      end,
    }))
    .filter(({ start, end }) => start < end);

/** Order acceptance in a closed time: paused until its end, unless it is paused for longer. */
export function acceptanceWhileClosed(
  acceptance: OrderAcceptance,
  { until, note }: { until: Date; note: string | null },
): OrderAcceptance {
  const { mode } = acceptance;
  const isPausedLonger = mode === 'paused' && (acceptance.resume_at === null || acceptance.resume_at >= until);
  return isPausedLonger ? acceptance : { mode: 'paused', resume_at: until, reason: note };
}
