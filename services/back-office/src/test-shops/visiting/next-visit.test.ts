import { expect, test } from '@jest/globals';
import { nextVisitAt } from './next-visit.ts';

const now = new Date('2026-07-01T10:00:00Z');
const [ago, ahead] = [(ms: number) => new Date(now.getTime() - ms), (ms: number) => now.getTime() + ms];
const minuteMs = 60_000;
const waitMs = (visited: Partial<Parameters<typeof nextVisitAt>[0]>) =>
  nextVisitAt({ now, active_at: now, planned: [], ...visited }).getTime() - now.getTime();

test('a shop that somebody writes against is visited every few seconds, another less often', () => {
  expect(waitMs({ active_at: ago(9 * minuteMs) })).toBe(6_000);
  expect(waitMs({ active_at: ago(11 * minuteMs) })).toBe(20_000);
});

test('what is planned earlier comes first, but not at once', () => {
  expect(waitMs({ planned: [undefined, ahead(3_000), ahead(4_000)] })).toBe(3_000);
  expect(waitMs({ planned: [ahead(-5_000)] })).toBe(1_000);
  expect(waitMs({ planned: [ahead(60_000)] })).toBe(6_000);
});

test('after a failure it waits as the hub asks, for an hour at most', () => {
  const after = (retryAfterSeconds?: number) => waitMs({ planned: [ahead(0)], failure: { retryAfterSeconds } });
  expect([after(), after(1), after(40), after(80_000)]).toEqual([15_000, 15_000, 40_000, 3_600_000]);
});
