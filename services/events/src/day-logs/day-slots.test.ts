import { expect, test } from '@jest/globals';
import { outdatedSlots, slotOf } from './day-slots.ts';

const day = (days: number) => new Date(Date.UTC(2026, 10, 24 + days, 23, 59, 59, 999));

test('each day of ten has a partition of its own, and the eleventh takes that of the first', () => {
  const slots = Array.from({ length: 10 }, (_, days) => slotOf(day(days)));
  expect([...slots].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(slotOf(day(10))).toBe(slots[0]);
});

test.each([1, 3, 7])('with %i days, what is cleared is neither today, nor a kept day, nor tomorrow', (keptDays) => {
  const kept = Array.from({ length: keptDays + 2 }, (_, at) => slotOf(day(1 - at)));
  const outdated = outdatedSlots(day(0), keptDays);
  expect(outdated.filter((slot) => kept.includes(slot))).toEqual([]);
  expect(outdated).toHaveLength(10 - keptDays - 2);
  expect(outdated).toContain(slotOf(day(-keptDays - 1)));
});
