import { describe, expect, test } from '@jest/globals';
import { inProcessCounter, secondsLeft } from './rate-counter.ts';

const minute = { name: 'minute', seconds: 60, limit: 3 };
const hour = { name: 'hour', seconds: 3_600, limit: 5 };
const day = { name: 'day', seconds: 86_400, limit: 100 };
const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);

describe('windows start at the round minute, hour and day in UTC', () => {
  test.each([
    ['10:20:00.000', 60, 2_400, 49_200],
    ['10:20:00.999', 60, 2_400, 49_200],
    ['10:20:59.999', 1, 2_341, 49_141],
    ['10:59:59.000', 1, 1, 46_801],
    ['23:59:59.500', 1, 1, 1],
    ['00:00:00.000', 60, 3_600, 86_400],
  ])('at %s', (time, inMinute, inHour, inDay) => {
    expect([minute, hour, day].map((window) => secondsLeft(window, at(time)))).toEqual([inMinute, inHour, inDay]);
  });
});

test('counts up to the limit, and starts from 0 in the next window', () => {
  const { take } = inProcessCounter();
  const taken = ['10:20:00', '10:20:30', '10:20:59', '10:20:59', '10:21:00'].map((time) =>
    take('a', [minute], at(time)),
  );
  expect(taken.map(({ isGranted }) => isGranted)).toEqual([true, true, true, false, true]);
  expect(taken.map(({ used }) => used)).toEqual([[1], [2], [3], [3], [1]]);
});

test('a request that one window refuses counts in none of them', () => {
  const { take } = inProcessCounter();
  for (let round = 0; round < 10; round += 1) take('a', [minute, hour], at('10:20:00'));
  expect(take('a', [minute, hour], at('10:21:00'))).toEqual({ isGranted: true, used: [1, 4] });
  expect(take('a', [minute, hour], at('10:21:00'))).toEqual({ isGranted: true, used: [2, 5] });
  expect(take('a', [minute, hour], at('10:21:00'))).toEqual({ isGranted: false, used: [2, 5] });
  expect(take('a', [minute, hour], at('11:00:00'))).toEqual({ isGranted: true, used: [1, 1] });
});

test('each key has its own counts, and setting the clock back grants no new requests', () => {
  const { take } = inProcessCounter();
  for (let round = 0; round < 3; round += 1) take('a', [minute], at('10:20:00'));
  expect(take('b', [minute], at('10:20:00')).isGranted).toBe(true);
  expect(take('a', [minute], at('10:19:30')).isGranted).toBe(false);
});
