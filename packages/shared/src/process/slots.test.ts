import { expect, test } from '@jest/globals';
import { openSlots, type Release } from './slots.ts';

const refuse = () => new Error('full');
const isWaiting = (taken: Release | Promise<Release>) => taken instanceof Promise;

test('up to the maximum per key are free at once', () => {
  const { take } = openSlots({ max: 2, waitMs: 1, waitingMax: 0, refuse });
  expect([take('a'), take('a'), take('b')].map(isWaiting)).toEqual([false, false, false]);
});

test('the others wait in their order', async () => {
  const { take } = openSlots({ max: 1, waitMs: 60_000, waitingMax: 2, refuse });
  const first = take('a') as Release;
  const order: string[] = [];
  const next = ['second', 'third'].map(async (name) => {
    const release = await take('a');
    order.push(name);
    release();
  });
  await expect(take('a')).rejects.toThrow('full');
  first();
  await Promise.all(next);
  expect(order).toEqual(['second', 'third']);
  expect(isWaiting(take('a'))).toBe(false);
});

test('a caller that waits too long gets none, and takes none from the callers behind it', async () => {
  const { take } = openSlots({ max: 1, waitMs: 10, waitingMax: 9, refuse });
  const first = take('a') as Release;
  await expect(take('a')).rejects.toThrow('full');
  const second = take('a');
  first();
  (await second)();
  expect(isWaiting(take('a'))).toBe(false);
});
