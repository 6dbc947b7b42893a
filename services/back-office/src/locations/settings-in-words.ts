/** The settings that apps make for a location, in the words that its owner reads. */
import type { texts } from './texts.ts';
import type { LocationSettings } from '@order-hub/shared/management/locations';

type OpeningHours = NonNullable<LocationSettings['opening_hours']>;
type Acceptance = LocationSettings['order_acceptance'];
type TimeSlot = OpeningHours['monday'][number];

type Say = ReturnType<typeof texts>;
type Day = keyof OpeningHours;

/** A time slot that begins and ends before the cut-off time is the night after its day (docs/api/locations.md#opening-hours). */
function timeSlotInWords({ from, to }: TimeSlot, cutoff_time: string, t: Say): string {
  const isNextDay = from < to && to < cutoff_time;
  return t(isNextDay ? 'slot_next_day' : 'slot', { from, to });
}

/** The days of a week with their hours: `[t('monday'), '09:00 to 14:00, 18:00 to 02:00']`. */
export const openingHoursInWords = (hours: OpeningHours, cutoff_time: string, t: Say): [day: string, hours: string][] =>
  Object.entries(hours).map(([day, slots]) => [
    t(`day_${day as Day}`),
    slots.map((slot) => timeSlotInWords(slot, cutoff_time, t)).join(', ') || t('closed'),
  ]);

/** How orders are accepted: a word, and what it means. The page adds until when, and why. */
export function acceptanceInWords(acceptance: Acceptance, t: Say): { word: string; meaning: string } {
  if (acceptance.mode === 'normal') return { word: t('normal'), meaning: t('normal_means') };
  if (acceptance.mode === 'paused') return { word: t('paused'), meaning: t('paused_means') };
  const { extra_preparation_time } = acceptance;
  return { word: t('busy'), meaning: t('busy_means', { minutes: extra_preparation_time }) };
}
