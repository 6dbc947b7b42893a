import { describe, expect, test } from '@jest/globals';
import type { ApiError } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { openPreparer, type Preparer } from './open-preparer.ts';

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

async function using<Result>(preparer: Preparer, work: (preparer: Preparer) => Promise<Result>): Promise<Result> {
  return work(preparer).finally(() => preparer.close());
}

describe('a thread', () => {
  test('that needs too much memory ends with 422, and another takes its place', () =>
    using(openPreparer({ heapMibMax: 48, threadsMax: 1 }), async ({ prepare }) => {
      expect(await statusOf(prepare(large))).toBe(422);
      expect((await prepare(small))?.name).toBe('Small');
    }));

  test('that needs too much time ends with 503, and another takes its place', async () => {
    await using(openPreparer({ preparingMs: 1, threadsMax: 1 }), async ({ prepare }) => {
      expect(await statusOf(prepare(large))).toBe(503);
    });
    await using(openPreparer({ threadsMax: 1 }), async ({ prepare }) => {
      expect((await prepare(large))?.name).toBe('Large');
    });
  });
});
