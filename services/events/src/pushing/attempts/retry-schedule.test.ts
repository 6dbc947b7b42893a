import { expect, test } from '@jest/globals';
import { attemptsMax, retryAfterSeconds, waitsAfterDeath } from './retry-schedule.ts';

test.each([
  [1, 60],
  [2, 120],
  [3, 240],
  [4, 480],
  [5, 960],
  [6, 1_920],
  [7, null],
  [8, null],
])('after attempt %i comes the next in %p seconds', (attempts, seconds) => {
  expect(retryAfterSeconds(attempts, 60)).toBe(seconds);
});

test('there are seven attempts', () => {
  expect(attemptsMax).toBe(7);
});

test('the first three attempts whose worker died are made again at once, later ones by the schedule', () => {
  expect(waitsAfterDeath(60)).toEqual([0, 0, 0, 480, 960, 1_920]);
});
