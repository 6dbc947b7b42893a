/** What one client does to its own callbacks costs no other one its events (docs/api/events.md#slow-receivers). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { callbackRoomMax, groupMax } from '../src/pushing/room.ts';
import { anOrderChange } from './builders.ts';
import { startRawReceiver, startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

const orders = { order: ['create'] };

/** A slow machine needs some of it; an event that waits for one attempt that hangs needs 20 seconds. */
const patienceMs = 10_000;

let service: TestService;
let silentNames: Socket;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  silentNames = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silentNames, 'listening');
});
afterAll(() => void silentNames.close());

beforeEach(async () => {
  const { port } = silentNames.address();
  service = await startTestService({ CALLBACK_DNS_SERVERS: `127.0.0.1:${port}` });
});
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
  await service.close();
});

async function receiver(...options: Parameters<typeof startReceiver>) {
  const opened = await startReceiver(...options);
  closers.push(opened.close);
  return opened;
}

/** A receiver that takes what comes and says nothing. */
async function hangingReceiver() {
  let open = 0;
  const { url, close } = await startRawReceiver((socket) => {
    open++;
    socket.on('close', () => open--);
  });
  closers.push(close);
  return { url, open: () => open };
}

/** Account connections of one client, each with a callback. */
async function manyCallbacks(count: number, urlOf: (index: number) => string) {
  const shared = { account: { id: newId(), currency: 'EUR' }, client_id: newId(), location_id: null };
  const connect = (index: number) =>
    service.subscriber(orders, urlOf(index), { ...shared, connection_id: newId(), scope: 'account[orders.read]' });
  for (let from = 0; from < count; from += 15) {
    await Promise.all(Array.from({ length: Math.min(15, count - from) }, (_, index) => connect(from + index)));
  }
  /** So many events for each of the callbacks. */
  return (events: number) => service.sendChanges(...Array.from({ length: events }, () => anOrderChange(shared)));
}

/** Sends an event to a new subscriber, and waits until it arrives. Throws when it waits for a slow receiver first. */
async function untilItArrives(hook: Awaited<ReturnType<typeof receiver>>, url = hook.url): Promise<void> {
  const caller = await service.subscriber(orders, url);
  await service.sendChanges(anOrderChange(caller));
  await eventually(() => hook.received.length === 1, patienceMs);
}

describe('the events of another client arrive', () => {
  test('while 255 callbacks of one client hang', async () => {
    const hanging = await hangingReceiver();
    const send = await manyCallbacks(255, () => hanging.url);
    await send(4);
    await eventually(() => hanging.open() >= groupMax.slow.client, patienceMs);
    await untilItArrives(await receiver());
    expect(hanging.open()).toBe(groupMax.slow.client);
  });

  test('while 24 callbacks have names whose servers do not answer', async () => {
    const send = await manyCallbacks(24, (index) => `http://silent-${index}.example/`);
    await send(4);
    const hook = await receiver();
    await untilItArrives(hook, `http://localhost:${hook.port}/`);
    expect(hook.received).toHaveLength(1);
  });

  test('while callbacks hang that have answered before', async () => {
    let hangs = false;
    const changing = await receiver((res) => {
      if (!hangs) res.end();
    });
    const send = await manyCallbacks(40, () => changing.url);
    await send(callbackRoomMax);
    await eventually(() => changing.received.length === 40 * callbackRoomMax, 20_000);
    hangs = true;
    await send(callbackRoomMax);
    await eventually(() => changing.open.now >= groupMax.quick.client, patienceMs);
    await untilItArrives(await receiver());
    // One claim ranks quick and slow callbacks apart.
    expect(changing.open.now).toBeLessThanOrEqual(groupMax.quick.client + groupMax.slow.client);
  }, 60_000);
});
