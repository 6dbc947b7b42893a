/** While one client's callbacks hang, another tenant still gets its events (docs/api/events.md#slow-receivers). */
import { afterAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { startReceiver } from '../../src/receiver.ts';
import { aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { overEveryBus } from '../over-every-bus.ts';

const callbacks = 255;
const hangingMin = 50;
/** An event that waited for a hanging attempt would take 20 seconds. */
const patienceMs = 10_000;
const subscribed = { order: ['create'] };
const order = {
  status: 'new',
  service_type: 'collection',
  items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '1' }],
};

const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

/** Accepts connections and never answers. */
async function startHanging() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, open: () => sockets.size };
}

const subscribe = async ({ call }: Connected, url: string) => {
  const { status } = await call('POST /callback', { body: { url, events: subscribed } });
  expect(status).toBe(200);
};

/** Makes many connections of one client to one location, each with a callback. */
async function subscribeMany(tenant: Tenant, location_id: string, url: string): Promise<void> {
  const client = await tenant.connect('hangs', { location_id });
  for (let from = 0; from < callbacks; from += 15) {
    const names = Array.from({ length: Math.min(15, callbacks - from) }, (_, index) => `till ${from + index}`);
    const places = names.map((name) => ({ location_id, name }));
    await Promise.all(places.map(async (place) => subscribe(await tenant.connectClient(client, place), url)));
  }
}

const placeOrders = async ({ call }: Connected, count: number) => {
  for (let index = 0; index < count; index += 1) {
    expect((await call('POST /location/orders', { body: order })).status).toBe(200);
  }
};

overEveryBus('while 255 callbacks of one client hang', (hub) => {
  test("another tenant's event arrives", async () => {
    const [attacker, victim] = [await aTenant(hub), await aTenant(hub)];
    const [attacked, place] = [attacker.location_ids[0], { location_id: victim.location_ids[0] }];
    const hanging = await startHanging();
    await subscribeMany(attacker, attacked, hanging.url);
    await placeOrders(await attacker.connect('orders', { location_id: attacked }), 4);
    await eventually(() => hanging.open() >= hangingMin, patienceMs);

    const till = await victim.connect('till', place);
    const receiver = await startReceiver(till.client_secret);
    closers.push(receiver.close);
    await subscribe(till, receiver.url);
    await placeOrders(await victim.connect('website', place), 1);
    await eventually(() => receiver.received.length === 1, patienceMs);
  });
});
