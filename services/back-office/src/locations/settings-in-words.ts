/** What applications set of a location, as its owner reads it. */
import type { OrderAcceptance } from './location.ts';
import { weekdays, type OpeningHours } from './opening-hours.ts';

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The days of a week with their hours: `['Monday', '09:00 to 14:00, 18:00 to 02:00']`. */
export const openingHoursInWords = (hours: OpeningHours): [day: string, hours: string][] =>
  weekdays.map((day) => [titled(day), hours[day].map(({ from, to }) => `${from} to ${to}`).join(', ') || 'Closed']);

export const minutesInWords = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** How orders are accepted: a word, and what it means. Until when, and why, is said beside it. */
export function acceptanceInWords(acceptance: OrderAcceptance): { word: string; meaning: string } {
  if (acceptance.mode === 'normal') return { word: 'Normal', meaning: 'Orders are accepted as usual.' };
  if (acceptance.mode === 'paused') return { word: 'Paused', meaning: 'No orders are accepted.' };
  const { extra_preparation_time } = acceptance;
  return { word: 'Busy', meaning: `Orders take ${minutesInWords(extra_preparation_time)} longer.` };
}
