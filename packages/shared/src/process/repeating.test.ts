import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog, type Log } from './log.ts';
import { startRepeating, type Repeating } from './repeating.ts';
import { deferred } from './waiting.ts';

const messages = { failing: 'it fails', well: 'it works again' };
const hourMs = 3_600_000;

let loop: Repeating | undefined;
afterEach(() => loop?.close());

type Options = { everyMs?: number; log?: Log };

const start = (work: () => Promise<unknown>, { everyMs = hourMs, log = silentLog }: Options = {}): Repeating =>
  (loop = startRepeating({ work, everyMs, log, messages }));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

describe('a round begins', () => {
  test('at once, and again every everyMs', async () => {
    let rounds = 0;
    start(async () => rounds++ && undefined, { everyMs: 10 });
    expect(rounds).toBe(1);
    await until(() => rounds >= 3);
  });

  test('when it is woken', async () => {
    let rounds = 0;
    const { wake } = start(async () => rounds++ && undefined);
    await sleep(20);
    expect(rounds).toBe(1);
    wake();
    await until(() => rounds === 2);
  });

  test('when it was woken during the round before', async () => {
    let rounds = 0;
    const first = deferred<undefined>();
    const { wake } = start(() => (rounds++ === 0 ? first.promise : Promise.resolve()));
    wake();
    wake();
    first.resolve(undefined);
    await until(() => rounds === 2);
    await sleep(20);
    expect(rounds).toBe(2);
  });

  test('only after the milliseconds that the round before returned', async () => {
    const begun: number[] = [];
    const { wake } = start(async () => begun.push(performance.now()) && 100);
    wake();
    await until(() => begun.length === 2);
    expect(Number(begun[1]) - Number(begun[0])).toBeGreaterThan(90);
  });

  test('never before the one before has ended', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const { wake } = start(async () => {
      most = Math.max(most, ++running);
      loop?.wake();
      await sleep(2);
      running--;
      rounds++;
    });
    for (let n = 0; n < 10; n++) {
      wake();
      await sleep(1);
    }
    await until(() => rounds > 5);
    expect(most).toBe(1);
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
  await until(() => rounds >= 6);
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
    await sleep(20);
    expect(closed).toBe(false);
    end.resolve(undefined);
    await closing;
    expect(rounds).toBe(1);
  });

  test('ends the pause after a failure', async () => {
    const { close } = start(() => Promise.reject(new Error('no')));
    await sleep(100);
    await close();
  });
});
