import { describe, expect, test } from '@jest/globals';
import { nextMorning } from './next-morning.ts';

const inParis = (now: string, cutoff = '06:00') => nextMorning(new Date(now), 'Europe/Paris', cutoff).toISOString();

describe('tomorrow begins at the next cutoff time', () => {
  test.each([
    ['in the evening', '2026-07-01T20:00:00+02:00', '2026-07-02T04:00:00.000Z'],
    ['after midnight', '2026-07-02T01:30:00+02:00', '2026-07-02T04:00:00.000Z'],
    ['at the cutoff time', '2026-07-02T06:00:00+02:00', '2026-07-03T04:00:00.000Z'],
    ['half an hour before it: not in half an hour', '2026-07-02T05:30:00+02:00', '2026-07-03T04:00:00.000Z'],
    ['an hour before it', '2026-07-02T05:00:00+02:00', '2026-07-02T04:00:00.000Z'],
    ['in the night in which clocks go forward', '2026-03-28T22:00:00+01:00', '2026-03-29T04:00:00.000Z'],
    ['in the night in which clocks go back', '2026-10-24T22:00:00+02:00', '2026-10-25T05:00:00.000Z'],
  ])('%s', (_when, now, morning) => expect(inParis(now)).toBe(morning));

  test('that is skipped: at the first moment after it', () => {
    expect(inParis('2026-03-28T22:00:00+01:00', '02:30')).toBe('2026-03-29T01:00:00.000Z');
  });

  test('that is midnight', () => {
    expect(inParis('2026-07-01T20:00:00+02:00', '00:00')).toBe('2026-07-01T22:00:00.000Z');
  });

  test('in a timezone with an offset of minutes', () => {
    expect(nextMorning(new Date('2026-07-01T20:00:00Z'), 'Asia/Kathmandu', '06:00').toISOString()).toBe(
      '2026-07-02T00:15:00.000Z',
    );
  });
});
