/** The limit per connection: 500 requests in each round minute (docs/api/limits.md#rate-limits). */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, Call } from '../src/call-api.ts';
import { aTenant, type Tenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const perMinute = 500;
const highLoadPerMinute = 10;
/** Longer than 600 requests take, even on a slow machine. */
const neededMs = 15_000;
const minuteMs = 60_000;
const tries = 3;
const testMs = 240_000;

const minuteOf = (ms: number) => Math.floor(ms / minuteMs);

/**
 * Does the work within one round minute. Waits for the next minute when little of this one is left, and repeats work
 * that took too long.
 */
async function withinOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    const leftMs = minuteMs - (Date.now() % minuteMs);
    if (leftMs < neededMs) await sleep(leftMs + 100);
    const minute = minuteOf(Date.now());
    const result = await work();
    if (minuteOf(Date.now()) === minute) return result;
    if (count === tries) throw new Error('This machine is too slow: the requests did not fit into a minute');
  }
}

const sendAtOnce = (call: Call, count: number, route = 'GET /callback'): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => call(route)));

const tally = (answers: readonly Answer[]) => ({
  granted: answers.filter(({ status }) => status === 200).length,
  refused: answers.filter(({ status }) => status === 429).length,
});

overEveryBus('the limit of a minute', (hub) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await aTenant(hub);
  });
  const newConnection = (name: string) => tenant.connect(name, { location_id: tenant.location_ids[0] });

  describe('for one connection', () => {
    test(
      'lets 500 requests pass and refuses the 501st, with the seconds to wait',
      async () => {
        const { answers, next } = await withinOneMinute(async () => {
          const { call } = await newConnection('steady');
          const passed: Answer[] = [];
          for (let sent = 0; sent < perMinute; sent += 50) passed.push(...(await sendAtOnce(call, 50)));
          return { answers: passed, next: await call('GET /location') };
        });
        expect(tally(answers)).toEqual({ granted: perMinute, refused: 0 });
        expect(next).toMatchObject({
          status: 429,
          body: { error_type: 'too_many_requests', message: expect.any(String) },
        });
        const wait = parseInt(next.headers.get('retry-after') ?? '', 10);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(60);
        expect(next.headers.get('ratelimit')).toContain('"minute";r=0');
      },
      testMs,
    );

    test(
      'is exact when 600 requests come at once, and leaves another connection alone',
      async () => {
        const { answers, other } = await withinOneMinute(async () => {
          const [busy, calm] = [await newConnection('busy'), await newConnection('calm')];
          return { answers: await sendAtOnce(busy.call, 600), other: await calm.call('GET /location') };
        });
        expect(tally(answers)).toEqual({ granted: perMinute, refused: 100 });
        expect(other.status).toBe(200);
      },
      testMs,
    );
  });

  test(
    'is ten for lists of orders',
    async () => {
      const { lists, other } = await withinOneMinute(async () => {
        const { call } = await newConnection('lister');
        return {
          lists: await sendAtOnce(call, highLoadPerMinute + 1, 'GET /location/orders'),
          other: await call('GET /location'),
        };
      });
      expect(tally(lists)).toEqual({ granted: highLoadPerMinute, refused: 1 });
      expect(other.status).toBe(200);
    },
    testMs,
  );
});
