import { describe, expect, test } from '@jest/globals';
import { weekdays, type OpeningHours, type Slot } from '../settings/opening-hours.ts';
import { closedTimes } from './closed-times.ts';
import { businessDay } from './local-moment.ts';
import { acceptanceWhileClosed, dueOf } from './special-day.ts';

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
