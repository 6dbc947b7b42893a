import { afterAll, describe, expect, test } from '@jest/globals';
import type { Context } from '@order-hub/shared/caller';
import type { ApiError } from '@order-hub/shared/errors';
import { newHandling } from '@order-hub/shared/handling';
import { sized } from '@order-hub/testing/extent';
import { openOrderThreads } from './open-order-threads.ts';

const threads = openOrderThreads();
afterAll(() => threads.close());

const source = {
  account_id: 'a',
  location_id: 'l',
  timezone: 'UTC',
  currency: 'EUR',
  client_id: 'c',
  client_name: 'Website',
  connection_name: null,
  now: new Date('2026-07-01T10:00:00Z'),
  request_id: 'r',
  traceparent: null,
};
const taskOf = (body: object) => ({ bytes: Buffer.from(JSON.stringify(body)), source, customer: null });
const payments = Array.from({ length: 1_000 }, () => ({ amount: '1.00 EUR' }));

/** The context of a request of an account, and how it gives up. */
function aRequest(id = 'a') {
  const controller = new AbortController();
  const ctx = {
    caller: { account: { id } },
    signal: controller.signal,
    cost: { ms: 0 },
    handling: newHandling(false),
  } as unknown as Context;
  return { ctx, giveUp: () => controller.abort(new Error('gone')) };
}

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    ({ status }: ApiError) => status,
  );

describe('a thread', () => {
  test('adds its time to the cost of the request', async () => {
    const { ctx } = aRequest();
    await threads.use(ctx, ({ prepareNewOrder }) => prepareNewOrder(taskOf({ status: 'new', payments })));
    expect(ctx.cost.ms).toBeGreaterThan(0);
  });

  test('adds the time of a refused order, too', async () => {
    const { ctx } = aRequest();
    const refused = threads.use(ctx, ({ prepareNewOrder }) => prepareNewOrder(taskOf({ payments })));
    await expect(refused).rejects.toMatchObject({ status: 422, errors: [{ field: 'status' }] });
    expect(ctx.cost.ms).toBeGreaterThan(0);
  });

  test('that needs too much time ends with 503', async () => {
    const impatient = openOrderThreads({ taskMs: 1 });
    const { ctx } = aRequest();
    const work = impatient.use(ctx, ({ prepareNewOrder }) => prepareNewOrder(taskOf({ status: 'new' })));
    expect(await statusOf(work)).toBe(503);
    await impatient.close();
  });
});

describe('accounts', () => {
  test('take turns: one does not wait for all the work of another', async () => {
    const order: string[] = [];
    const use = (id: string) =>
      threads.use(aRequest(id).ctx, async ({ prepareNewOrder }) => {
        await prepareNewOrder(taskOf({ status: 'new' }));
        order.push(id);
      });
    await Promise.all([...['a', 'a', 'a', 'a'].map(use), use('b')]);
    expect(order.indexOf('b')).toBeLessThanOrEqual(2);
  });

  test('get every thread back when clients give up while they wait', async () => {
    let finish: () => void = () => undefined;
    const running = threads.use(aRequest('b').ctx, () => new Promise<void>((resolve) => (finish = resolve)));
    for (let time = 0; time < sized(50, 1_000); time += 1) {
      const { ctx, giveUp } = aRequest();
      const waiting = expect(threads.use(ctx, () => Promise.resolve())).rejects.toThrow('gone');
      giveUp();
      await waiting;
    }
    finish();
    await running;
    expect(await threads.use(aRequest().ctx, () => Promise.resolve('free'))).toBe('free');
  });

  test('get every thread back from work that fails', async () => {
    for (let time = 0; time < sized(20, 100); time += 1) {
      expect(await statusOf(threads.use(aRequest().ctx, (thread) => thread.prepareNewOrder(taskOf({}))))).toBe(422);
    }
    expect(await threads.use(aRequest().ctx, () => Promise.resolve('free'))).toBe('free');
  });
});
