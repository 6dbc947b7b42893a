/** One tenant sends the largest and worst bodies possible while another tenant works (docs/api/limits.md). */
import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import type { Answer, Call } from '../../src/call-api.ts';
import { aTenant } from '../../src/tenant.ts';
import { overEveryBus } from '../over-every-bus.ts';

const answerBytesMax = 65_536;
const roundsOfAttack = 5;
const order = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

const payments = times(8_000, { amount: '1.00 EUR', private_ref: 'P-1' });
const badOptions = times(1_000, { options: times(100, {}) });
const attacks = {
  'too many empty items': { status: 'new', items: times(349_000, {}) },
  'too many empty options of an item': { status: 'new', items: [{ ...order.items[0], options: times(340_000, {}) }] },
  'as many empty options as may be': { status: 'new', items: badOptions },
  'too many payments with a private ref': { status: 'new', payments },
  'a long key': { status: 'new', deals: { ['k'.repeat(1_000_000)]: 1 } },
};

overEveryBus('large and wrong bodies', (hub) => {
  let attacker: Call;
  let victim: Call;
  beforeAll(async () => {
    const [one, other] = [await aTenant(hub), await aTenant(hub)];
    attacker = (await one.connect('attacker', { location_id: one.location_ids[0] })).call;
    victim = (await other.connect('victim', { location_id: other.location_ids[0] })).call;
  });

  test.each(Object.entries(attacks))('%s: refused briefly, and others are served meanwhile', async (_, body) => {
    const text = JSON.stringify(body);
    expect(text.length).toBeLessThan(1_048_576);
    const attack = async (): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (let round = 0; round < roundsOfAttack; round += 1) {
        answers.push(await attacker('POST /location/orders', { body: text }));
      }
      return answers;
    };
    const [answers, ...served] = await Promise.all([
      attack(),
      ...times(3, order).map((placed) => victim('POST /location/orders', { body: placed, patienceMs: 10_000 })),
    ]);
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { status, body: refused } of answers) {
      expect([status, refused.errors.length <= 100]).toEqual([422, true]);
      expect(JSON.stringify(refused).length).toBeLessThan(answerBytesMax);
    }
  });

  test('ten updates with the longest names possible make ten events', async () => {
    const tenant = await aTenant(hub);
    const { call } = await tenant.connect('till', { location_id: tenant.location_ids[0] });
    const observer = await tenant.connect('observer', { location_id: tenant.location_ids[0] });
    await observer.call('POST /callback', { body: { url: null, events: { order: ['update'] } } });
    const { body: placed } = await call('POST /location/orders', { body: order });
    const items = times(90, { ...order.items[0], product_name: 'é'.repeat(1_000) });
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const added = count < 5 ? { items } : { collection_code: `${count}`.repeat(1_000) };
      const { status } = await call(`PATCH /location/orders/${placed.id}`, { body: added });
      statuses.push(status);
    }
    expect(statuses).toEqual(times(10, 200));
    const refused = await call(`PATCH /location/orders/${placed.id}`, { body: { items } });
    expect([refused.status, refused.body.error_type]).toEqual([422, 'unprocessable_entity']);
    const events = await eventually(async () => {
      const { body } = await observer.call('GET /callback/events?count=100');
      return body.length >= 10 && body;
    }, 30_000);
    expect(events).toHaveLength(10);
  });
});
