/** The limits per connection, as the contract has them: 500 requests in each round minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Answer, Call } from '../src/call-api.ts';
import { createTenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const perMinute = 500;
/** What 600 requests and a bit may take on a slow machine. */
const neededSeconds = 15;

/** Waits for the next round minute when too little is left of this one: both counts must fall into one window. */
async function untilMinuteHasRoom(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < neededSeconds * 1000) await sleep(left + 100);
}

/** Many requests at once, over as many sockets as the client cares to open. */
const sendAtOnce = (call: Call, count: number): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => call('GET /callback')));

const countOf = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

overEveryBus('the limit of a minute', (hub) => {
  describe('for one connection', () => {
    test('600 requests at once give exactly 500, and the next one is refused too', async () => {
      const tenant = await createTenant(hub);
      const [location_id] = tenant.location_ids;
      const busy = await tenant.connect('busy', { location_id });
      const calm = await tenant.connect('calm', { location_id });
      await untilMinuteHasRoom();

      const minute = Math.floor(Date.now() / 60_000);
      const answers = await sendAtOnce(busy.call, 600);
      const next = await busy.call('GET /location');
      expect(Math.floor(Date.now() / 60_000)).toBe(minute);

      expect({ granted: countOf(answers, 200), refused: countOf(answers, 429) }).toEqual({
        granted: perMinute,
        refused: 600 - perMinute,
      });
      expect(next).toMatchObject({
        status: 429,
        body: { error_type: 'too_many_requests', message: expect.any(String) },
      });
      const wait = parseInt(next.headers.get('retry-after') ?? '', 10);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(next.headers.get('ratelimit')).toContain('"minute";r=0');
      expect((await calm.call('GET /location')).status).toBe(200);
    }, 120_000);

    test('the 501st is refused, one after another', async () => {
      const tenant = await createTenant(hub);
      const steady = await tenant.connect('steady', { location_id: tenant.location_ids[0] });
      await untilMinuteHasRoom();
      const statuses: number[] = [];
      for (let count = 0; count <= perMinute; count += 1) statuses.push((await steady.call('GET /callback')).status);
      expect(statuses.slice(0, perMinute)).toEqual(Array<number>(perMinute).fill(200));
      expect(statuses[perMinute]).toBe(429);
    }, 120_000);
  });

  test('lists of orders have one of their own, ten in a minute', async () => {
    const tenant = await createTenant(hub);
    const lister = await tenant.connect('lister', { location_id: tenant.location_ids[0] });
    await untilMinuteHasRoom();
    const answers: Answer[] = [];
    for (let count = 0; count < 11; count += 1) answers.push(await lister.call('GET /location/orders'));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await lister.call('GET /location')).status).toBe(200);
  });
});
