import { dayBefore, dayOfWeek, localTime, type LocalTime } from './local-time.ts';
import type { Situation } from './situation.ts';

/**
 * The conditions that restrictions and price overrides share, as the hub shows them (docs/api/catalogs.md#restrictions).
 * A field that is absent or null is no condition; all others must hold.
 */
export type Conditions = {
  variant_refs?: readonly string[] | null;
  /** Seven characters for Monday to Sunday: `12345--`. */
  dow?: string | null;
  /** `HH:MM`, inclusive. */
  start_time?: string | null;
  /** `HH:MM`, exclusive. On the next day unless it is after `start_time`. */
  end_time?: string | null;
  /** `YYYY-MM-DD`, inclusive. */
  start_date?: string | null;
  /** `YYYY-MM-DD`, inclusive. */
  end_date?: string | null;
  /** Deprecated in favour of `variant_refs`, but still a condition. */
  service_types?: readonly string[] | null;
  /** Deprecated in favour of `variant_refs`, but still a condition. */
  service_type_refs?: readonly string[] | null;
};

/** The first condition that does not hold, or null. Throws RangeError for an unknown timezone or invalid date. */
export function unmetCondition(conditions: Conditions, situation: Situation): keyof Conditions | null {
  if (!isAmong(conditions.variant_refs, situation.variant_ref)) return 'variant_refs';
  if (!isAmong(conditions.service_types, situation.service_type)) return 'service_types';
  if (!isAmong(conditions.service_type_refs, situation.service_type_ref)) return 'service_type_refs';
  return hasTimes(conditions) ? unmetTime(conditions, localTime(situation.at, situation.timezone)) : null;
}

const isAmong = (refs: readonly string[] | null | undefined, ref: string | null | undefined): boolean =>
  refs == null || (ref != null && refs.includes(ref));

const hasTimes = ({ dow, start_time, end_time, start_date, end_date }: Conditions): boolean =>
  [dow, start_time, end_time, start_date, end_date].some((value) => value != null);

function unmetTime(conditions: Conditions, now: LocalTime): keyof Conditions | null {
  const { date, unmet } = slotAt(conditions.start_time ?? '00:00', conditions.end_time ?? '24:00', now);
  return unmetDay(conditions, date) ?? unmet;
}

function unmetDay({ start_date, end_date, dow }: Conditions, date: string): keyof Conditions | null {
  if (start_date != null && date < start_date) return 'start_date';
  if (end_date != null && date > end_date) return 'end_date';
  if (dow != null && !dow.includes(dayOfWeek(date))) return 'dow';
  return null;
}

/** The day on which the current slot began. Outside the slot: today, and which time is unmet (docs/api/catalogs.md#days-and-times). */
function slotAt(start: string, end: string, { date, time }: LocalTime) {
  const isOverMidnight = end <= start;
  if (isOverMidnight && time < end) return { date: dayBefore(date), unmet: null };
  if (time < start) return { date, unmet: 'start_time' } as const;
  return { date, unmet: isOverMidnight || time < end ? null : ('end_time' as const) };
}
