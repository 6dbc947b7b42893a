import { describe, expect, test } from '@jest/globals';
import type { ApiError } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { openPreparing, type Preparing } from './open-preparing.ts';

const now = new Date('2026-03-01T10:00:00Z');

const taskOf = (body: object) => ({
  bytes: Buffer.from(JSON.stringify(body)),
  head: { id: newId(now), name: '', created_at: '2026-03-01T10:00:00Z' },
  currency: 'EUR',
  imageIds: [],
  previous: null,
  now,
});

const small = taskOf({ name: 'Small' });
const charges = Array.from({ length: 90_000 }, (_, index) => ({ name: `Charge ${index}`, type: 'tip' }));
const large = taskOf({ name: 'Large', data: { charges } });

/** The status that a promise is refused with. */
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ status }: ApiError) => status,
  );

async function using<Result>(preparing: Preparing, work: (preparing: Preparing) => Promise<Result>): Promise<Result> {
  return work(preparing).finally(() => preparing.close());
}

describe('a thread', () => {
  test('that needs too much memory ends with 422, and another takes its place', () =>
    using(openPreparing({ heapMibMax: 48, threadsMax: 1 }), async ({ prepare }) => {
      expect(await statusOf(prepare(large))).toBe(422);
      expect((await prepare(small))?.name).toBe('Small');
    }));

  test('that needs too much time ends with 503, and another takes its place', async () => {
    await using(openPreparing({ preparingMs: 1, threadsMax: 1 }), async ({ prepare }) => {
      expect(await statusOf(prepare(large))).toBe(503);
    });
    await using(openPreparing({ threadsMax: 1 }), async ({ prepare }) => {
      expect((await prepare(large))?.name).toBe('Large');
    });
  });
});
