import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { silentLog, type Log } from './log.ts';
import { startClearing, startRepeating, type Repeating } from './repeating.ts';
import { deferred } from './slots/waiting.ts';

const messages = { failing: 'it fails', well: 'it works again' };
const hourMs = 3_600_000;

let loop: Repeating | undefined;
beforeEach(() => void jest.useFakeTimers());
afterEach(async () => {
  await loop?.close();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

type Options = { everyMs?: number; log?: Log };

const start = (work: () => Promise<unknown>, { everyMs = hourMs, log = silentLog }: Options = {}): Repeating =>
  (loop = startRepeating({ work, everyMs, log, messages }));

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a round begins', () => {
  test('at once, and again every everyMs', async () => {
    let rounds = 0;
    start(async () => rounds++ && undefined, { everyMs: 10 });
    expect(rounds).toBe(1);
    await pass(9);
    expect(rounds).toBe(1);
    await pass(1);
    expect(rounds).toBe(2);
    await pass(10);
    expect(rounds).toBe(3);
  });

  test('when it is woken', async () => {
    let rounds = 0;
    const { wake } = start(async () => rounds++ && undefined);
    await pass(20);
    expect(rounds).toBe(1);
    wake();
    await pass(0);
    expect(rounds).toBe(2);
  });

  test('once more when it was woken during the round before, however often', async () => {
    let rounds = 0;
    const first = deferred<undefined>();
    const { wake } = start(() => (rounds++ === 0 ? first.promise : Promise.resolve()));
    wake();
    wake();
    first.resolve(undefined);
    await pass(hourMs - 1);
    expect(rounds).toBe(2);
  });

  test('only after the milliseconds that the round before returned', async () => {
    let rounds = 0;
    const { wake } = start(async () => rounds++ || 100);
    wake();
    await pass(99);
    expect(rounds).toBe(1);
    await pass(1);
    expect(rounds).toBe(2);
  });

  test('only after the round before has ended', async () => {
    let rounds = 0;
    const first = deferred<undefined>();
    const { wake } = start(() => (rounds++ === 0 ? first.promise : Promise.resolve()), { everyMs: 10 });
    wake();
    await pass(hourMs);
    expect(rounds).toBe(1);
    first.resolve(undefined);
    await pass(0);
    expect(rounds).toBe(2);
  });

  test('after a failure, after a pause that doubles up to everyMs', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    let rounds = 0;
    start(async () => Promise.reject(new Error(`failure ${++rounds}`)), { everyMs: 50 });
    for (const pauseMs of [20, 40, 50, 50]) {
      const before = rounds;
      await pass(pauseMs - 1);
      expect(rounds).toBe(before);
      await pass(1);
      expect(rounds).toBe(before + 1);
    }
  });
});

test('the first failure and the recovery are logged once each', async () => {
  const lines: unknown[] = [];
  const note = (level: string) => (fields: object, text: string) => lines.push([level, fields, text]);
  const log = { ...silentLog, warn: note('warn'), info: note('info') } as unknown as Log;
  let rounds = 0;
  const work = async () => {
    if (++rounds <= 3) throw new Error(`failure ${rounds}`);
  };
  start(work, { everyMs: 5, log });
  await pass(100);
  expect(rounds).toBeGreaterThan(5);
  expect(lines).toEqual([
    ['warn', { reason: 'failure 1' }, 'it fails'],
    ['info', {}, 'it works again'],
  ]);
});

describe('close', () => {
  test('waits for the running round, and no other begins', async () => {
    let rounds = 0;
    const end = deferred<undefined>();
    const { wake, close } = start(() => (rounds++, end.promise));
    wake();
    let closed = false;
    const closing = close().then(() => (closed = true));
    await pass(hourMs);
    expect(closed).toBe(false);
    end.resolve(undefined);
    await closing;
    await pass(hourMs);
    expect(rounds).toBe(1);
  });

  test('ends any pause: after a success, after a failure, and one that a round requested', async () => {
    const rounds = [async () => undefined, async () => Promise.reject(new Error('no')), async () => hourMs];
    for (const work of rounds) {
      const { close } = start(work);
      await pass(3 * hourMs);
      // The fake clock stands still, so this returns only if the pause ends.
      await close();
    }
  });
});

test('clearing goes on until nothing is left, and begins again every everyMs', async () => {
  const batches = [2, 1, 0, 3, 0];
  loop = startClearing({ what: 'old things', clear: async () => batches.shift() ?? 0, everyMs: 10, log: silentLog });
  await pass(9);
  expect(batches).toEqual([3, 0]);
  await pass(1);
  expect(batches).toEqual([]);
});
