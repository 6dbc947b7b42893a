/** Clients that give up at any point of an upload, and bodies over the budget (docs/api/limits.md#catalog-sizes). */
import { describe, expect, test } from '@jest/globals';
import type { ByteMeter } from '@order-hub/shared/byte-body';
import { requestAbandoned, type ApiError } from '@order-hub/shared/errors';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { openUploads, type Uploads } from './open-uploads.ts';

/** The budgets are a quarter of those of a process. */
const share = 262_144;
const patient = () => ({ signal: new AbortController().signal });
const small = Buffer.from('{}');
const large = Buffer.alloc(share + 1);
const counts = { max: 16, perAccount: 4, largeMax: 2, waitingMax: 32 };
const open = () => openUploads({ bytesMax: 64 * share, bytesPerAccount: 40 * share, ...counts });

/** Reads a body like a request does: it counts what arrives. */
const reading = (bytes: Buffer) => async (meter?: ByteMeter) => {
  meter?.declare(bytes.length);
  meter?.add(bytes.length);
  return bytes;
};

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ status }: ApiError) => status,
  );

const none = async () => undefined;

/** Work that goes on until `end`. */
function longWork() {
  let running = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = () => {
    running += 1;
    return ended;
  };
  return { work, end: () => end(), run: (count: number) => eventually(() => running === count) };
}

/** Runs uploads of one account, each of a catalog of its own. */
const runMany = (uploads: Uploads, account_id: string, count: number, bytes: Buffer) => ({
  doing: (work: () => Promise<void>) =>
    Array.from({ length: count }, (_, index) =>
      statusOf(
        uploads.run({ account_id, id: `${account_id} ${bytes.length} ${index}` }, patient(), reading(bytes), work),
      ),
    ),
});

/** Asserts that nothing is taken: as many uploads as there are slots run at once, and the budget is whole. */
async function assertFree(uploads: Uploads): Promise<void> {
  const { work, end, run } = longWork();
  const running = ['a', 'b', 'c', 'd'].flatMap((account) => runMany(uploads, account, 4, small).doing(work));
  const both = ['a', 'b'].flatMap((account) => runMany(uploads, account, 1, large).doing(work));
  await run(18);
  end();
  expect(await Promise.all([...running, ...both])).toEqual(Array.from({ length: 18 }, () => 200));
  const whole = uploads.run({ account_id: 'a', id: 'whole' }, patient(), reading(Buffer.alloc(40 * share)), work);
  expect(await statusOf(whole)).toBe(200);
}

describe('clients that give up', () => {
  const giveUp = async (uploads: Uploads, account_id: string, idOf: (index: number) => string, bytes = small) => {
    for (let turn = 0; turn < sized(5, 50); turn += 1) {
      const clients = Array.from({ length: 20 }, () => new AbortController());
      const given = clients.map((client, index) =>
        statusOf(uploads.run({ account_id, id: idOf(index) }, client, reading(bytes), async () => undefined)),
      );
      // The digest of a body takes a moment.
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const client of clients) client.abort(requestAbandoned());
      expect(new Set(await Promise.all(given))).toEqual(new Set([400]));
    }
  };

  test('while their body arrives leave nothing behind', async () => {
    const uploads = open();
    for (let turn = 0; turn < sized(100, 1_000); turn += 1) {
      const leaving = uploads.run(
        { account_id: 'a', id: `${turn}` },
        patient(),
        async (meter) => {
          meter?.add(share);
          throw requestAbandoned();
        },
        async () => undefined,
      );
      expect(await statusOf(leaving)).toBe(400);
    }
    await assertFree(uploads);
  });

  test('while another upload of their catalog runs leave nothing behind', async () => {
    const uploads = open();
    const { work, end, run } = longWork();
    const running = uploads.run({ account_id: 'a', id: 'one' }, patient(), reading(small), work);
    await run(1);
    await giveUp(uploads, 'a', () => 'one');
    end();
    await running;
    await assertFree(uploads);
  });

  test.each([
    ['small', small, 4],
    ['large', large, 1],
  ])('while other %s uploads of their account run leave nothing behind', async (_, bytes, count) => {
    const uploads = open();
    const { work, end, run } = longWork();
    const running = runMany(uploads, 'a', count, bytes).doing(work);
    await run(count);
    await giveUp(uploads, 'a', (index) => `waiting ${index}`, bytes);
    end();
    await Promise.all(running);
    await assertFree(uploads);
  });
});

test('other accounts go on while one has as many uploads as it may', async () => {
  const uploads = open();
  const { work, end } = longWork();
  const greedy = [
    ...runMany(uploads, 'greedy', 8, small).doing(work),
    ...runMany(uploads, 'greedy', 4, large).doing(work),
  ];
  expect(await Promise.all(runMany(uploads, 'b', 4, small).doing(none))).toEqual([200, 200, 200, 200]);
  expect(await Promise.all(runMany(uploads, 'b', 1, large).doing(none))).toEqual([200]);
  end();
  await Promise.all(greedy);
});

describe('a body over the budget', () => {
  const waiting = (uploads: Uploads, account_id: string, bytes: number) => {
    const { work: arrival, end } = longWork();
    const run = uploads.run(
      { account_id, id: account_id },
      patient(),
      async (meter) => {
        meter?.add(bytes);
        await arrival();
        return small;
      },
      none,
    );
    return { run, end };
  };

  test('of its account is refused by its Content-Length, and as it arrives', async () => {
    const uploads = open();
    const { run, end } = waiting(uploads, 'a', 30 * share);
    const declared = uploads.run(
      { account_id: 'a', id: 'b' },
      patient(),
      async (meter) => {
        meter?.declare(20 * share);
        throw new Error('read');
      },
      none,
    );
    await expect(declared).rejects.toThrow('of this account');
    await expect(
      uploads.run({ account_id: 'a', id: 'b' }, patient(), reading(Buffer.alloc(11 * share)), none),
    ).rejects.toThrow('of this account');
    expect(
      await statusOf(uploads.run({ account_id: 'b', id: 'b' }, patient(), reading(Buffer.alloc(20 * share)), none)),
    ).toBe(200);
    end();
    await run;
    await assertFree(uploads);
  });

  test('of the process is refused', async () => {
    const uploads = open();
    const held = [waiting(uploads, 'a', 40 * share), waiting(uploads, 'b', 20 * share)];
    await expect(
      uploads.run({ account_id: 'c', id: 'c' }, patient(), reading(Buffer.alloc(5 * share)), none),
    ).rejects.toThrow('at the moment');
    for (const { end } of held) end();
    await Promise.all(held.map(({ run }) => run));
    await assertFree(uploads);
  });
});
