import { describe, expect, test } from '@jest/globals';
import { slotsIn, slotsText } from './time-slots.ts';
import { printOf, spanOf } from './week.ts';

describe('the times of a day', () => {
  test.each([
    ['', []],
    ['11:30–14:00', [['11:30', '14:00']]],
    [
      '9-14, 18:00 - 22.30',
      [
        ['09:00', '14:00'],
        ['18:00', '22:30'],
      ],
    ],
    ['18h00 — 24', [['18:00', '00:00']]],
    [
      '9 to 17; 18 bis 2,',
      [
        ['09:00', '17:00'],
        ['18:00', '02:00'],
      ],
    ],
  ])('%s', (text, slots) => {
    expect(slotsIn(text)).toEqual(slots.map(([from, to]) => ({ from, to })));
  });

  test.each(['closed', '9', '9-', '25-26', '9:60-10', '9-10-11', '9-10 18-22', '９-10'])(
    '%s cannot be read',
    (text) => {
      expect(slotsIn(text)).toBeUndefined();
    },
  );

  test('what is written is read again', () => {
    const slots = [
      { from: '09:00', to: '14:00' },
      { from: '18:00', to: '02:00' },
    ];
    expect(slotsIn(slotsText(slots))).toEqual(slots);
  });
});

describe('a slot in the picture, with a cut-off time of 06:00', () => {
  test.each([
    ['09:00', '14:00', 180, 480],
    ['18:00', '02:00', 720, 1_200],
    ['01:00', '03:00', 1_140, 1_260],
    ['05:00', '14:00', 0, 480],
    ['22:00', '06:00', 960, 1_440],
  ])('%s to %s', (from, to, start, end) => {
    expect(spanOf({ from, to }, '06:00')).toEqual({ start, end });
  });
});

test('the print of what is shown differs with each of its parts', () => {
  const location = { opening_hours: null, preparation_time: 15, cutoff_time: '06:00' };
  const week = {
    monday: [{ from: '09:00', to: '14:00' }],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  };
  const prints = [
    location,
    { ...location, preparation_time: 20 },
    { ...location, cutoff_time: '05:00' },
    { ...location, opening_hours: week },
  ].map(printOf);
  expect(new Set(prints).size).toBe(4);
  expect(printOf({ ...location })).toBe(prints[0]);
});
