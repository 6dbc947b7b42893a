/** While the host names of one client's callbacks do not resolve, another tenant still gets its events (docs/api/events.md#slow-receivers). */
import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { startReceiver } from '../../src/receiver.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { overEveryBus } from '../over-every-bus.ts';

const callbacks = 24;
/** An event that waited for these look-ups, four at a time, would take longer than a minute. */
const patienceMs = 15_000;

const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const subscribe = async ({ call }: Connected, url: string) => {
  const { status } = await call('POST /callback', { body: { url, events: { order: ['create'] } } });
  expect(status).toBe(200);
};

const placeOrder = async ({ call }: Connected) => {
  const body = { status: 'new', items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }] };
  expect((await call('POST /location/orders', { body })).status).toBe(200);
};

overEveryBus("while the host names of one client's callbacks do not resolve", (hub) => {
  test("another tenant's event arrives", async () => {
    const [attacker, victim] = [await aTenant(hub), await aTenant(hub)];
    const [attacked, place] = [attacker.location_ids[0], { location_id: victim.location_ids[0] }];
    const client = await attacker.connect('silent', { location_id: attacked });
    for (let index = 0; index < callbacks; index += 1) {
      const own = { location_id: attacked, name: `till ${index}` };
      const connection = await attacker.connectClient(client, own);
      await subscribe(connection, `http://no-answer-${index}.example.com/`);
    }
    const website = await attacker.connect('orders', { location_id: attacked });
    for (let index = 0; index < 4; index += 1) await placeOrder(website);

    const till = await victim.connect('till', place);
    const receiver = await startReceiver(till.client_secret);
    closers.push(receiver.close);
    await subscribe(till, receiver.url);
    await placeOrder(await victim.connect('website', place));
    await eventually(() => receiver.received.length === 1, patienceMs);
  });
});
