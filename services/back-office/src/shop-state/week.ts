/** The week of a location. Pure. */
import { createHash } from 'node:crypto';
import type { TimeSlot } from './time-slots.ts';

export const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export type DayName = (typeof dayNames)[number];

export type Week = Record<DayName, TimeSlot[]>;

/** What the form of the opening hours shows of a location. */
type ShownHours = { opening_hours: Week | null; preparation_time: number; cutoff_time: string };

export const emptyWeek: Week = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

/** Tells whether somebody else has changed what a form shows. */
export const printOf = ({ opening_hours, preparation_time, cutoff_time }: ShownHours): string =>
  createHash('sha256')
    .update(JSON.stringify([dayNames.map((day) => opening_hours?.[day]), preparation_time, cutoff_time]))
    .digest('base64url');

const dayMinutes = 24 * 60;

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** From when to when a slot is, in minutes after the cut-off time: what is before it belongs to the night of the day. */
export function spanOf({ from, to }: TimeSlot, cutoff_time: string): { start: number; end: number } {
  const cutoff = minutesOf(cutoff_time);
  const isMorning = from < cutoff_time && to >= cutoff_time;
  const sinceCutoff = (clock: string) => (minutesOf(clock) - cutoff + dayMinutes) % dayMinutes;
  return { start: isMorning ? 0 : sinceCutoff(from), end: to === cutoff_time ? dayMinutes : sinceCutoff(to) };
}
