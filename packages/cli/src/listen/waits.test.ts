import { expect, test } from '@jest/globals';
import { pollSeconds, rateWindows, retrySeconds } from './waits.ts';

const headers = (left: number) =>
  new Headers({
    'RateLimit-Policy': '"minute";q=500;w=60, "hour";q=2500;w=3600, "cost";q=15000;qu="milliseconds";w=60',
    RateLimit: `"minute";r=499;t=42, "hour";r=${left};t=1800`,
  });

test.each([
  ['at first', 0, 2_499, 1],
  ['without events', 3, 2_499, 3.375],
  ['without events for long', 100, 2_499, 10],
  ['with half of the requests used', 0, 1_249, 2.88],
  ['with few requests left', 0, 100, 36],
  ['with none left', 0, 0, 60],
])('polls %s', (_when, idlePolls, left, seconds) => {
  expect(pollSeconds(idlePolls, rateWindows(headers(left)))).toBeCloseTo(seconds, 2);
});

test('without headers it polls by what it finds', () => {
  expect(rateWindows(new Headers())).toEqual([]);
  expect(pollSeconds(0, [])).toBe(1);
});

test('attempts follow after 1, 2, 4 … seconds, at most a minute', () => {
  expect([1, 2, 3, 6, 7, 100].map(retrySeconds)).toEqual([1, 2, 4, 32, 60, 60]);
});
