import { expect, test } from '@jest/globals';
import { addUsage, newUsage, totalsOf } from './usage.ts';

const nothing = { requests: 0, refused: 0, bytes_in: 0, bytes_out: 0, cost_ms: 0 };
const one = { requests: 1, refused: 0, bytes_in: 10, bytes_out: 200, cost_ms: 1.5 };
const start = Date.parse('2026-03-02T10:20:00.000Z');
const after = (seconds: number) => start + seconds * 1_000;

test('the last minute and the last hour are added up', () => {
  const usage = newUsage();
  for (const seconds of [0, 1, 30, 54]) addUsage(usage, one, after(seconds));
  addUsage(usage, { ...nothing, refused: 1 }, after(54));
  const sum = { requests: 4, refused: 1, bytes_in: 40, bytes_out: 800, cost_ms: 6 };
  expect(totalsOf(usage, after(54))).toEqual({ minute: sum, hour: sum });
});

test('what is older is left out, after a long pause too', () => {
  const usage = newUsage();
  addUsage(usage, one, after(0));
  addUsage(usage, one, after(40));
  const { minute, hour } = totalsOf(usage, after(70));
  expect([minute.requests, hour.requests]).toEqual([1, 2]);
  expect(totalsOf(usage, after(3_600)).minute).toEqual(nothing);
  expect(totalsOf(usage, after(86_400))).toEqual({ minute: nothing, hour: nothing });
});

test('a clock that is set back loses nothing', () => {
  const usage = newUsage();
  addUsage(usage, one, after(0));
  addUsage(usage, one, after(-600));
  expect(totalsOf(usage, after(0)).minute.requests).toBe(2);
});
