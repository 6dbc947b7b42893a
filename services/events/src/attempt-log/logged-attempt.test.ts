import { expect, test } from '@jest/globals';
import { outdatedSlot, slotOf } from './logged-attempt.ts';

const day = (days: number) => new Date(Date.UTC(2026, 10, 24 + days, 23, 59, 59, 999));

test('each day of ten has a partition of its own, and the eleventh takes that of the first', () => {
  const slots = Array.from({ length: 10 }, (_, days) => slotOf(day(days)));
  expect([...slots].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(slotOf(day(10))).toBe(slots[0]);
});

test('what is cleared is neither today, nor one of the seven days before, nor tomorrow', () => {
  const kept = Array.from({ length: 9 }, (_, at) => slotOf(day(at - 7)));
  expect(kept).not.toContain(outdatedSlot(day(0)));
  expect(outdatedSlot(day(0))).toBe(slotOf(day(-8)));
});
