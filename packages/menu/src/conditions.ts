import { dayBefore, dayOfWeek, localTime, type LocalTime } from './local-time.ts';
import type { Situation } from './situation.ts';

/**
 * The conditions that restrictions and price overrides share, as the hub shows them (docs/api/catalogs.md#restrictions).
 * A field that is left out or null is no condition; all others must hold together.
 */
export type Conditions = {
  variant_refs?: readonly string[] | null;
  /** Seven characters for Monday to Sunday: `12345--`. */
  dow?: string | null;
  /** `HH:MM`, inclusive. */
  start_time?: string | null;
  /** `HH:MM`, exclusive. Not after `start_time`, it is on the next day. */
  end_time?: string | null;
  /** `YYYY-MM-DD`, inclusive. */
  start_date?: string | null;
  /** `YYYY-MM-DD`, inclusive. */
  end_date?: string | null;
  /** Deprecated, and still a condition; catalogs now use `variant_refs`. */
  service_types?: readonly string[] | null;
  /** Deprecated, and still a condition; catalogs now use `variant_refs`. */
  service_type_refs?: readonly string[] | null;
};

/** The first condition that does not hold; null when all do. Throws RangeError for an unknown timezone or invalid date. */
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

/** A slot: the day on which it began, or today and what is unmet outside of it (docs/api/catalogs.md#days-and-times). */
function slotAt(start: string, end: string, { date, time }: LocalTime) {
  const isOverMidnight = end <= start;
  if (isOverMidnight && time < end) return { date: dayBefore(date), unmet: null };
  if (time < start) return { date, unmet: 'start_time' } as const;
  return { date, unmet: isOverMidnight || time < end ? null : ('end_time' as const) };
}
