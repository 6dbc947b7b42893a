import { describe, expect, test } from '@jest/globals';
import { allows, endingOf, newAllowance, sizesOfConnection, take, type Ending } from './allowance.ts';

const startMs = 1_000_000;

/** How many of so many requests at one time are listed. */
function listed(allowance: ReturnType<typeof newAllowance>, ending: Ending, count: number, nowMs: number) {
  let granted = 0;
  for (let n = 0; n < count; n += 1) {
    if (!allows(allowance, sizesOfConnection, ending, nowMs)) continue;
    take(allowance, ending);
    granted += 1;
  }
  return granted;
}

const fresh = () => newAllowance(sizesOfConnection, startMs);

test.each([
  [200, 'well'],
  [304, 'well'],
  [404, 'failed'],
  [503, 'failed'],
  [null, 'failed'],
  [429, 'refused'],
])('a request that is answered %s ends %s', (status, ending) => {
  expect(endingOf(status)).toBe(ending);
});

describe('of a flood', () => {
  test('600 at once are listed, then 10 a second, and 600 again after a minute', () => {
    const allowance = fresh();
    expect(listed(allowance, 'well', 5_000, startMs)).toBe(600);
    expect(listed(allowance, 'well', 5_000, startMs + 1_000)).toBe(10);
    expect(listed(allowance, 'well', 5_000, startMs + 61_000)).toBe(600);
  });

  test('of successes, failures are all listed, and neither do refusals crowd them out', () => {
    const allowance = fresh();
    listed(allowance, 'well', 5_000, startMs);
    expect(listed(allowance, 'refused', 5_000, startMs)).toBe(60);
    expect(listed(allowance, 'failed', 500, startMs)).toBe(500);
  });

  test('refusals are listed once a second', () => {
    const allowance = fresh();
    listed(allowance, 'refused', 5_000, startMs);
    expect(listed(allowance, 'refused', 5_000, startMs + 10_000)).toBe(10);
  });

  test('a clock that is set back gives nothing', () => {
    const allowance = fresh();
    listed(allowance, 'well', 5_000, startMs);
    expect(listed(allowance, 'well', 5_000, startMs - 60_000)).toBe(0);
  });
});
