import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openingHoursFaults, weekdays, type OpeningHours, type Slot } from './opening-hours.ts';

const closed: OpeningHours = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const slot = (text: string): Slot => {
  const [from = '', to = ''] = text.split('-');
  return { from, to };
};
const onMonday = (...slots: string[]): OpeningHours => ({ ...closed, monday: slots.map(slot) });
const fieldsOf = (hours: OpeningHours, cutoff_time = '06:00') =>
  openingHoursFaults(hours, cutoff_time).map(({ field }) => field);

test('at least one slot must be given for the week', () => {
  expect(fieldsOf(closed)).toEqual(['']);
});

describe.each([
  // cut-off, slots of a Monday, the fields at fault
  ['06:00', ['09:00-17:00'], []],
  ['06:00', ['05:00-14:00'], []],
  ['06:00', ['09:00-12:00', '14:00-18:00'], []],
  ['06:00', ['14:00-18:00', '09:00-12:00'], []],
  ['06:00', ['09:00-12:00', '12:00-18:00'], []],
  ['06:00', ['18:00-02:00'], []],
  ['06:00', ['18:00-00:00'], []],
  ['06:00', ['18:00-05:59'], []],
  ['06:00', ['23:59-00:00'], []],
  ['03:30', ['18:00-03:29'], []],
  ['00:00', ['00:00-23:59'], []],
  ['06:00', ['18:00-06:00'], ['monday.0.to']],
  ['06:00', ['18:00-12:00'], ['monday.0.to']],
  ['06:00', ['18:00-18:00'], ['monday.0.to']],
  ['03:30', ['18:00-03:30'], ['monday.0.to']],
  ['00:00', ['18:00-00:00'], ['monday.0.to']],
  ['06:00', ['09:00-08:00', '10:00-09:00'], ['monday.0.to', 'monday.1.to']],
  ['06:00', ['09:00-12:00', '11:59-18:00'], ['monday.1.from']],
  ['06:00', ['11:59-18:00', '09:00-12:00'], ['monday.0.from']],
  ['06:00', ['09:00-17:00', '09:00-17:00'], ['monday.1.from']],
  ['06:00', ['09:00-22:00', '10:00-11:00', '12:00-13:00'], ['monday.1.from', 'monday.2.from']],
  ['06:00', ['18:00-02:00', '20:00-21:00'], ['monday.1.from']],
  ['06:00', ['18:00-02:00', '22:00-05:00'], ['monday.1.from']],
])(
  'to follows from, or is before the cut-off time %s; slots of one day do not overlap',
  (cutoff_time, slots, faults) => {
    test(`${slots.join(', ')} → ${faults.join(', ') || 'valid'}`, () => {
      expect(fieldsOf(onMonday(...slots), cutoff_time)).toEqual(faults);
    });
  },
);

test('slots of different days may meet and overlap', () => {
  expect(fieldsOf({ ...closed, monday: [slot('18:00-04:00')], tuesday: [slot('02:00-10:00')] })).toEqual([]);
});

const wall = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

test('any slots of a day that ends at the cut-off time are valid when they do not overlap, in any order', () => {
  const cut = fc.record({
    cutoff: fc.integer({ min: 1, max: 600 }),
    points: fc.uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 2, maxLength: 12 }),
    day: fc.constantFrom(...weekdays),
  });
  fc.assert(
    fc.property(cut, ({ cutoff, points, day }) => {
      // The day from its cut-off time to the next one; a start must be before midnight, an end may not be.
      const times = points.map((point) => cutoff + (point % 1_440)).sort((one, other) => one - other);
      const slots = times
        .map((start, index) => ({ start, end: times[index + 1] }))
        .filter(({ start, end }) => end !== undefined && start < 1_440 && end < 1_440 + cutoff)
        .map(({ start, end }) => ({ from: wall(start), to: wall(end ?? 0) }))
        .reverse();
      fc.pre(slots.length > 0);
      expect(openingHoursFaults({ ...closed, [day]: slots }, wall(cutoff))).toEqual([]);
    }),
  );
});

test('any two slots either follow one another or have a fault', () => {
  const time = fc.integer({ min: 0, max: 1_439 });
  fc.assert(
    fc.property(time, time, time, time, time, (cutoff, ...ends) => {
      const [a, b, c, d] = ends;
      const end = (minutes: number) => (minutes < cutoff ? minutes + 1_440 : minutes);
      const isFine = end(b) > a && end(d) > c && (end(b) <= c || end(d) <= a);
      const monday = [
        { from: wall(a), to: wall(b) },
        { from: wall(c), to: wall(d) },
      ];
      expect(openingHoursFaults({ ...closed, monday }, wall(cutoff)).length === 0).toBe(isFine);
    }),
  );
});
