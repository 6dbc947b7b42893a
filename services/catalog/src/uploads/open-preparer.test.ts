import { afterAll, describe, expect, test } from '@jest/globals';
import { requestAbandoned, type ApiError } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { sized } from '@order-hub/testing/extent';
import { openThreads, type ThreadLimits } from '../threads/open-threads.ts';
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
const longer = taskOf({ name: 'Longer', data: { charges: charges.slice(0, 10_000) } });

const aRequester = (signal = new AbortController().signal) => ({ account_id: newId(now), signal, cost: { ms: 0 } });

/** The status that a promise is refused with. */
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ status }: ApiError) => status,
  );

async function using<Result>(limits: ThreadLimits, work: (preparer: Preparer) => Promise<Result>): Promise<Result> {
  const threads = openThreads(limits);
  return work(openPreparer(threads)).finally(() => threads.close());
}

/** Tasks wait for a thread as long as a slow machine needs. */
const patient = { waitMs: 50_000, taskMs: 50_000 };

/** Shared, because a thread takes half a second to load its modules. */
const threads = openThreads(patient);
const { prepare } = openPreparer(threads);
afterAll(() => threads.close());

describe('a thread', () => {
  test('that needs too much memory ends with 422, and another takes its place', () =>
    using({ ...patient, heapMibMax: 24, threadsMax: 1 }, async ({ prepare }) => {
      expect(await statusOf(prepare(large, aRequester()))).toBe(422);
      expect((await prepare(small, aRequester()))?.name).toBe('Small');
    }));

  test('that needs too much time ends with 503, and another takes its place', async () => {
    await using({ taskMs: 1, threadsMax: 1 }, async ({ prepare }) => {
      expect(await statusOf(prepare(longer, aRequester()))).toBe(503);
    });
    await using({ ...patient, threadsMax: 1 }, async ({ prepare }) => {
      expect((await prepare(longer, aRequester()))?.name).toBe('Longer');
    });
  });

  test('adds its time to the cost of the request, also when it refuses the upload', async () => {
    const [accepted, refused] = [aRequester(), aRequester()];
    expect(await statusOf(prepare(small, accepted))).toBe(200);
    expect(await statusOf(prepare(taskOf({ name: 1 }), refused))).toBe(422);
    expect(accepted.cost.ms).toBeGreaterThan(0);
    expect(refused.cost.ms).toBeGreaterThan(0);
  });
});

describe('the threads', () => {
  test('prepare small catalogs while others prepare as many large ones as they like', async () => {
    const ended: number[] = [];
    const leaving = new AbortController();
    // Together they take many seconds, which nobody waits for.
    const largeOnes = Array.from({ length: 5 }, () =>
      statusOf(prepare(large, aRequester(leaving.signal))).then((status) => ended.push(status)),
    );
    for (let count = 0; count < 2; count += 1) expect(await statusOf(prepare(small, aRequester()))).toBe(200);
    expect(ended.length).toBeLessThan(3);
    leaving.abort(requestAbandoned());
    await Promise.all(largeOnes);
    expect([200, 400]).toEqual(expect.arrayContaining([...new Set(ended)]));
  });

  test('take turns between accounts', async () => {
    const greedy = newId(now);
    let ended = 0;
    const others = Array.from({ length: 4 }, () =>
      prepare(longer, { ...aRequester(), account_id: greedy }).then(() => (ended += 1)),
    );
    expect((await prepare(longer, aRequester()))?.name).toBe('Longer');
    expect(ended).toBeLessThan(3);
    await Promise.all(others);
  });

  test('are free again after clients gave up, in line or at work', async () => {
    for (let turn = 0; turn < sized(2, 20); turn += 1) {
      const clients = Array.from({ length: 50 }, () => new AbortController());
      const work = clients.map(({ signal }) => statusOf(prepare(longer, aRequester(signal))));
      // When the first is ready, the next one is at work.
      const isAtWork = turn % 5 === 0;
      if (isAtWork) expect(await Promise.race(work)).toBe(200);
      for (const client of clients) client.abort(requestAbandoned());
      const statuses = await Promise.all(work);
      expect(isAtWork ? [200, 400] : [400]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    }
    expect((await prepare(longer, aRequester()))?.name).toBe('Longer');
    expect((await prepare(small, aRequester()))?.name).toBe('Small');
  });
});
