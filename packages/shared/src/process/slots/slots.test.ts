import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { openSlots, type Release, type SlotOptions } from './slots.ts';

const refuse = () => new Error('full');
const isWaiting = (taken: Release | Promise<Release>) => taken instanceof Promise;

/** The longest time that a timer takes: a wait that a test leaves open is not refused while later tests run. */
const foreverMs = 2 ** 31 - 1;

const patient = { signal: new AbortController().signal };

/** Slots whose callers are patient unless they say otherwise. */
function open(options: Partial<SlotOptions>) {
  const slots = openSlots({ waitMs: foreverMs, waitingMax: 100, refuse, ...options });
  const take = (key: string, waiter = patient) => slots.take(key, waiter);
  return { take, takeNow: (key: string) => take(key) as Release };
}

/** Takes a slot for each key in turn, and notes the order in which they get one. Each gives its slot back at once. */
function takeInTurn(take: (key: string) => Release | Promise<Release>, keys: string[]) {
  const order: string[] = [];
  const all = keys.map(async (key) => {
    const release = await take(key);
    order.push(key);
    release();
  });
  return Promise.all(all).then(() => order);
}

test('up to the maximum per key are free at once', () => {
  const { take } = open({ maxPerKey: 2 });
  expect([take('a'), take('a'), take('b'), take('a')].map(isWaiting)).toEqual([false, false, false, true]);
});

test('a key pauses after its slot, and the slot is free for others meanwhile', async () => {
  const { take, takeNow } = open({ max: 1, maxPerKey: 1, pauseFactor: 1_000 });
  const release = takeNow('a');
  await sleep(1);
  release();
  const again = take('a');
  expect(isWaiting(again)).toBe(true);
  takeNow('b')();
  // A pause has an end.
  (await again)();
});

test('a key whose caller gave up pauses for longest', async () => {
  const { take, takeNow } = open({ maxPerKey: 1, pauseFactor: 1 });
  const leaving = new AbortController();
  const releases = [takeNow('patient'), take('impatient', leaving) as Release];
  leaving.abort();
  for (const release of releases) release();
  await sleep(200);
  expect(['patient', 'impatient'].map((key) => isWaiting(take(key)))).toEqual([false, true]);
});

test('more than may wait per key are refused', async () => {
  const { take } = open({ max: 1, waitingMax: 1 });
  void take('a');
  expect([take('a'), take('b')].map(isWaiting)).toEqual([true, true]);
  await expect(take('a')).rejects.toThrow('full');
});

test('a refusal says whether the key has used up its own slots', async () => {
  const asked: boolean[] = [];
  const refuseFor = (isOwnLimit: boolean) => {
    asked.push(isOwnLimit);
    return refuse();
  };
  const { take, takeNow } = open({ max: 2, maxPerKey: 1, waitingMax: 0, refuse: refuseFor });
  takeNow('a');
  await expect(take('a')).rejects.toThrow('full');
  takeNow('b');
  await expect(take('c')).rejects.toThrow('full');
  expect(asked).toEqual([true, false]);
});

describe('keys that wait', () => {
  test('take turns, each in its own order', async () => {
    const { take, takeNow } = open({ max: 1 });
    const first = takeNow('a');
    const order = takeInTurn(take, ['a', 'a', 'a', 'b', 'c', 'b']);
    first();
    expect(await order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
    expect(isWaiting(take('a'))).toBe(false);
  });

  test('leave out one that has used up its own slots', async () => {
    const { take, takeNow } = open({ max: 3, maxPerKey: 2 });
    const [one, , other] = [takeNow('a'), takeNow('a'), takeNow('b')];
    const [third, guest] = [take('a'), take('c')];
    other();
    const release = await guest;
    one();
    (await third)();
    release();
  });
});

describe('a caller that', () => {
  test('waits too long gets none, and takes none from the callers behind it', async () => {
    const { take, takeNow } = open({ max: 1, waitMs: 10 });
    const first = takeNow('a');
    await expect(take('a')).rejects.toThrow('full');
    const second = take('a');
    first();
    (await second)();
    expect(isWaiting(take('a'))).toBe(false);
  });

  test('gives up gets the reason, and takes none from the callers behind it', async () => {
    const { take, takeNow } = open({ max: 1 });
    const first = takeNow('a');
    const gone = new AbortController();
    const given = take('a', gone);
    const next = take('b');
    gone.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    await expect(take('a', gone)).rejects.toThrow('gone');
    first();
    (await next)();
    expect(isWaiting(take('a'))).toBe(false);
  });
});

test('a thousand callers, half of whom give up, leave every slot free', async () => {
  const { take } = open({ max: 4, maxPerKey: 2, waitingMax: 1_000 });
  const all = Array.from({ length: 1_000 }, async (_, at) => {
    const leaving = new AbortController();
    const taken = take(`key ${at % 7}`, leaving);
    if (at % 2) leaving.abort(new Error('gone'));
    const release = await taken;
    await Promise.resolve();
    release();
  });
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(500);
  expect(['a', 'b', 'c', 'd'].map((key) => isWaiting(take(key)))).toEqual([false, false, false, false]);
});
