import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isOpenAt, type OpeningHours, openingHoursFaults, type Slot, weekdays } from './settings/opening-hours.ts';
import { closedTimes } from './special-days/closed-times.ts';
import { businessDay } from './special-days/business-day.ts';
import { acceptanceWhileClosed, dueOf } from './special-days/special-day.ts';

describe('opening hours', () => {
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
    ['06:00', ['01:00-03:00', '08:00-12:00'], []],
    ['06:00', ['08:00-12:00', '18:00-01:00', '01:00-03:00', '04:00-05:59'], []],
    ['06:00', ['05:00-14:00', '01:00-03:00'], []],
    ['06:00', ['05:00-03:00'], []],
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
    ['06:00', ['18:00-02:00', '01:00-03:00'], ['monday.1.from']],
    ['06:00', ['01:00-03:00', '02:00-04:00'], ['monday.1.from']],
    ['06:00', ['05:00-03:00', '02:00-04:00'], ['monday.1.from']],
    ['00:30', ['01:00-03:00', '02:00-12:00'], ['monday.1.from']],
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

  const weekMinutes = 7 * 1_440;

  /** The minutes of the week, from Monday 00:00, at which a location with these hours is open according to one slot. */
  function openMinutes({ from, to }: Slot, day: number, cutoff: string): number[] {
    const [start, end] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) as [
      number,
      number,
    ];
    const isNightAfter = from < to && to < cutoff;
    const first = day * 1_440 + start + (isNightAfter ? 1_440 : 0);
    const length = end > start ? end - start : end + 1_440 - start;
    return Array.from({ length }, (_, minute) => (first + minute) % weekMinutes);
  }

  test('on the time line of a week, valid slots overlap only where one begins before the cut-off time and ends after it', () => {
    const time = fc.integer({ min: 0, max: 287 }).map((step) => wall(step * 5));
    const slots = fc.array(fc.record({ from: time, to: time }), { maxLength: 3 });
    const week = fc.record(
      Object.fromEntries(weekdays.map((day) => [day, slots])) as Record<keyof OpeningHours, typeof slots>,
    );
    fc.assert(
      fc.property(week, time, (given, cutoff) => {
        const isWithinItsDay = ({ from, to }: Slot) => from >= cutoff || (from < to && to < cutoff);
        // Days whose slots are at fault are closed, so that each week tests something.
        const hours = Object.fromEntries(
          weekdays.map((day) => {
            const own = given[day].filter(isWithinItsDay);
            return [day, fieldsOf({ ...closed, [day]: own }, cutoff).length === 0 ? own : []];
          }),
        ) as OpeningHours;
        const open = weekdays.flatMap((day, index) => hours[day].flatMap((own) => openMinutes(own, index, cutoff)));
        expect(new Set(open).size).toBe(open.length);
      }),
    );
  });

  describe('a location', () => {
    const evening = [
      { from: '11:00', to: '14:30' },
      { from: '19:00', to: '01:00' },
      { from: '01:30', to: '03:00' },
    ];
    const opening_hours = { ...closed, thursday: evening, sunday: [{ from: '22:00', to: '02:00' }] };
    const paris = { opening_hours, cutoff_time: '06:00', timezone: 'Europe/Paris' };

    // 26 November 2026 is a Thursday; Paris is an hour ahead.
    test.each([
      ['2026-11-26T09:59:59Z', false],
      ['2026-11-26T10:00:00Z', true],
      ['2026-11-26T13:29:59Z', true],
      ['2026-11-26T13:30:00Z', false],
      ['2026-11-26T23:59:00Z', true],
      ['2026-11-27T00:00:00Z', false],
      ['2026-11-27T00:30:00Z', true],
      ['2026-11-27T02:00:00Z', false],
      ['2026-11-27T10:00:00Z', false],
      ['2026-11-30T00:59:00Z', true],
      ['2026-11-30T01:00:00Z', false],
    ])('at %s is open: %s', (at, expected) => expect(isOpenAt(paris, new Date(at))).toBe(expected));

    test('is open by its own clocks', () => {
      const at = new Date('2026-11-26T10:30:00Z');
      expect(isOpenAt({ ...paris, timezone: 'America/New_York' }, at)).toBe(false);
      expect(isOpenAt({ ...paris, timezone: 'America/New_York' }, new Date('2026-11-26T16:00:00Z'))).toBe(true);
    });

    test('without opening hours is always open', () => {
      expect(isOpenAt({ ...paris, opening_hours: null }, new Date('2026-11-25T03:00:00Z'))).toBe(true);
    });
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
        // The day from its cut-off time to the next one.
        const times = points.map((point) => cutoff + (point % 1_440)).sort((one, other) => one - other);
        const slots = times
          .map((start, index) => ({ start, end: times[index + 1] }))
          .filter(({ end }) => end !== undefined && end < 1_440 + cutoff)
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
        const start = (from: number, to: number) => (from < to && to < cutoff ? from + 1_440 : from);
        const isFine = end(b) > a && end(d) > c && (end(b) <= start(c, d) || end(d) <= start(a, b));
        const monday = [
          { from: wall(a), to: wall(b) },
          { from: wall(c), to: wall(d) },
        ];
        expect(openingHoursFaults({ ...closed, monday }, wall(cutoff)).length === 0).toBe(isFine);
      }),
    );
  });
});

describe('special days', () => {
  const slot = (text: string): Slot => ({ from: text.slice(0, 5), to: text.slice(6) });

  const weekOf = (...slots: string[]) =>
    Object.fromEntries(weekdays.map((day) => [day, slots.map(slot)])) as OpeningHours;

  type Given = { hours?: string[] | null; closed?: string; cutoff?: string; timezone?: string };

  function timesOf(day: string, { hours = null, closed, cutoff = '06:00', timezone = 'Europe/Paris' }: Given) {
    const part = closed === undefined ? { closed_from: null, closed_to: null } : partOf(closed);
    const location = { opening_hours: hours && weekOf(...hours), cutoff_time: cutoff, timezone };
    return closedTimes({ day, ...part }, location).map(
      ({ start, end }) => `${start.toISOString().slice(0, 16)} ${end.toISOString().slice(0, 16)}`,
    );
  }

  const partOf = (closed: string) => ({ closed_from: slot(closed).from, closed_to: slot(closed).to });

  describe('a location is closed on a special day', () => {
    test.each<[string, string, Given, string[]]>([
      [
        'all day: while it would be open',
        '2026-12-24',
        { hours: ['11:00-14:00', '18:00-02:00'] },
        ['2026-12-24T10:00 2026-12-24T13:00', '2026-12-24T17:00 2026-12-25T01:00'],
      ],
      [
        'for a part: where it would be open',
        '2026-12-24',
        { hours: ['11:00-14:00', '18:00-02:00'], closed: '13:00-19:30' },
        ['2026-12-24T12:00 2026-12-24T13:00', '2026-12-24T17:00 2026-12-24T18:30'],
      ],
      [
        'for a part of its night',
        '2026-12-24',
        { hours: ['18:00-02:00'], closed: '23:00-05:00' },
        ['2026-12-24T22:00 2026-12-25T01:00'],
      ],
      ['not where it is closed anyway', '2026-12-24', { hours: ['11:00-14:00'], closed: '15:00-17:00' }, []],
      ['not on a weekday without hours', '2026-12-24', { hours: [] }, []],
      ['without opening hours until the cut-off time', '2026-12-24', {}, ['2026-12-24T05:00 2026-12-25T05:00']],
      [
        'without opening hours for the part',
        '2026-12-24',
        { closed: '05:00-14:00' },
        ['2026-12-24T04:00 2026-12-24T13:00'],
      ],
      [
        'once where its slots touch',
        '2026-12-24',
        { hours: ['14:00-18:00', '11:00-14:00'] },
        ['2026-12-24T10:00 2026-12-24T17:00'],
      ],
      [
        'in the night after the day, before the cut-off time',
        '2026-12-24',
        { hours: ['01:00-03:00'] },
        ['2026-12-25T00:00 2026-12-25T02:00'],
      ],
      [
        'on the morning of a slot that reaches over the cut-off time',
        '2026-12-24',
        { hours: ['05:00-14:00'] },
        ['2026-12-24T04:00 2026-12-24T13:00'],
      ],
      [
        'until the next day, although the cut-off time is earlier now',
        '2026-12-24',
        { hours: ['18:00-23:00'], closed: '20:00-02:00', cutoff: '01:00' },
        ['2026-12-24T19:00 2026-12-24T22:00'],
      ],
      [
        'in a night whose clocks go back: an hour longer',
        '2026-10-24',
        { hours: ['22:00-02:30'] },
        ['2026-10-24T20:00 2026-10-25T01:30'],
      ],
      [
        'in a night whose clocks go forward: an hour less',
        '2026-03-28',
        { hours: ['22:00-04:00'] },
        ['2026-03-28T21:00 2026-03-29T02:00'],
      ],
      [
        'until clocks that skip the time show the hour after it',
        '2026-03-28',
        { hours: ['22:00-02:30'] },
        ['2026-03-28T21:00 2026-03-29T01:30'],
      ],
      [
        'by clocks with half an hour of daylight saving',
        '2026-04-04',
        { timezone: 'Australia/Lord_Howe' },
        ['2026-04-03T19:00 2026-04-04T19:30'],
      ],
    ])('%s', (_case, day, given, times) => expect(timesOf(day, given)).toEqual(times));
  });

  test.each([
    ['2026-12-25T04:59:59Z', '06:00', '2026-12-24'],
    ['2026-12-25T05:00:00Z', '06:00', '2026-12-25'],
    ['2026-12-24T23:00:00Z', '00:00', '2026-12-25'],
    ['2027-01-01T00:00:00Z', '06:00', '2026-12-31'],
  ])('at %s, with the cut-off time %s, it is %s', (now, cutoff_time, day) => {
    expect(businessDay(new Date(now), { timezone: 'Europe/Paris', cutoff_time })).toBe(day);
  });

  describe('what is due', () => {
    const location = {
      ...{ id: 'l', name: 'Bac', account: { id: 'a', name: 'Ada', currency: 'EUR' }, timezone: 'UTC' },
      ...{ address: null, postal_code: null, city: null, country: null, preparation_time: 15, custom_fields: {} },
      ...{ order_acceptance: { mode: 'normal' } as const, cutoff_time: '06:00' },
      opening_hours: weekOf('11:00-14:00', '18:00-23:00'),
    };
    const due = (now: string, paused_until: string | null = null) => {
      const special = { day: '2026-12-24', closed_from: null, closed_to: null, note: null };
      const at = paused_until === null ? null : new Date(paused_until);
      const { until, look_at } = dueOf({ ...special, paused_until: at }, location, new Date(now));
      return [until, look_at].map((time) => time?.toISOString().slice(5, 16) ?? null);
    };

    test.each([
      ['2026-12-20T12:00Z', null, null, '12-24T11:00'],
      ['2026-12-24T10:59:59Z', null, null, '12-24T11:00'],
      ['2026-12-24T11:00Z', null, '12-24T14:00', '12-24T18:00'],
      ['2026-12-24T13:00Z', '2026-12-24T14:00Z', null, '12-24T18:00'],
      ['2026-12-24T13:00Z', '2026-12-24T12:00Z', '12-24T14:00', '12-24T18:00'],
      ['2026-12-24T14:00Z', '2026-12-24T14:00Z', null, '12-24T18:00'],
      ['2026-12-24T19:00Z', '2026-12-24T14:00Z', '12-24T23:00', '12-25T06:00'],
      ['2026-12-24T23:00Z', '2026-12-24T23:00Z', null, '12-25T06:00'],
      ['2026-12-25T06:00Z', '2026-12-24T23:00Z', null, null],
      ['2026-12-25T06:00Z', null, null, null],
    ])('at %s, paused until %s: a pause until %s, and a look at %s', (now, paused, until, look_at) => {
      expect(due(now, paused)).toEqual([until, look_at]);
    });
  });

  describe('order acceptance in a closed time', () => {
    const until = new Date('2026-12-24T14:00Z');
    const pause = { mode: 'paused', resume_at: until, reason: 'Holiday' };
    const at = (time: string) => new Date(time);
    test.each([
      [{ mode: 'normal' as const }, pause],
      [{ mode: 'busy' as const, resume_at: null, extra_preparation_time: 15 }, pause],
      [{ mode: 'paused' as const, resume_at: at('2026-12-24T13:00Z'), reason: 'Oven' }, pause],
      [{ mode: 'paused' as const, resume_at: at('2026-12-24T15:00Z'), reason: 'Oven' }, undefined],
      [{ mode: 'paused' as const, resume_at: null, reason: 'Oven' }, undefined],
    ])('after %j', (before, after) => {
      expect(acceptanceWhileClosed(before, { until, note: 'Holiday' })).toEqual(after ?? before);
    });
  });
});
