/** The settings that apps make for a location, in the words that its owner reads. */
import type { LocationSettings } from '@order-hub/shared/management/locations';

type OpeningHours = NonNullable<LocationSettings['opening_hours']>;
type TimeSlot = OpeningHours['monday'][number];

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A time slot that begins and ends before the cut-off time is the night after its day (docs/api/locations.md#opening-hours). */
function timeSlotInWords({ from, to }: TimeSlot, cutoff_time: string): string {
  const isNextDay = from < to && to < cutoff_time;
  return `${from} to ${to}${isNextDay ? ' the next day' : ''}`;
}

/** The days of a week with their hours: `['Monday', '09:00 to 14:00, 18:00 to 02:00']`. */
export const openingHoursInWords = (hours: OpeningHours, cutoff_time: string): [day: string, hours: string][] =>
  Object.entries(hours).map(([day, slots]) => [
    capitalised(day),
    slots.map((slot) => timeSlotInWords(slot, cutoff_time)).join(', ') || 'Closed',
  ]);

export const minutesInWords = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** How orders are accepted: a word, and what it means. The page adds until when, and why. */
export function acceptanceInWords(acceptance: LocationSettings['order_acceptance']): { word: string; meaning: string } {
  if (acceptance.mode === 'normal') return { word: 'Normal', meaning: 'Orders are accepted as usual.' };
  if (acceptance.mode === 'paused') return { word: 'Paused', meaning: 'No orders are accepted.' };
  const { extra_preparation_time } = acceptance;
  return { word: 'Busy', meaning: `Orders take ${minutesInWords(extra_preparation_time)} longer.` };
}
