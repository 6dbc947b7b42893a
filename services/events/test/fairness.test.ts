/** The receivers of one client do not delay the events of another one (docs/api/events.md#slow-receivers). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { callbackLimitMax, ownerLimits } from '../src/pushing/limits/concurrency-limits.ts';
import { anOrderChange } from './builders.ts';
import { startRawReceiver, startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

const orders = { order: ['create'] };

let service: TestService;
/** A name server that never answers, and the names that it was asked for. */
let silentNames: Socket;
const namesAsked = new Set<string>();
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  silentNames = createSocket('udp4', (query) => {
    const [name] = /silent-\d+/.exec(query.toString('latin1')) ?? [];
    if (name) namesAsked.add(name);
  }).bind(0, '127.0.0.1');
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

/** A receiver that reads each request and never answers. */
async function hangingReceiver() {
  let requests = 0;
  const { url, close } = await startRawReceiver(() => {
    requests++;
  });
  closers.push(close);
  return { url, requests: () => requests };
}

/** Account connections of one client, each with a callback. */
async function manyCallbacks(count: number, urlOf: (index: number) => string) {
  const shared = { account: { id: newId(), currency: 'EUR' }, client_id: newId(), location_id: null };
  const connect = (index: number) =>
    service.subscriber(orders, urlOf(index), { ...shared, connection_id: newId(), scope: 'account[orders.read]' });
  for (let from = 0; from < count; from += 15) {
    await Promise.all(Array.from({ length: Math.min(15, count - from) }, (_, index) => connect(from + index)));
  }
  /** Sends this many events to each of the callbacks. */
  return (events: number) => service.sendChanges(...Array.from({ length: events }, () => anOrderChange(shared)));
}

/** An event of another client arrives. */
async function arrives(hook: Awaited<ReturnType<typeof receiver>>, url = hook.url): Promise<void> {
  const caller = await service.subscriber(orders, url);
  await service.sendChanges(anOrderChange(caller));
  await eventually(() => hook.received.length === 1);
}

/** So far no attempt has failed: those that hang go on. */
async function expectNoFailure(): Promise<void> {
  const { rowCount } = await service.db.query('select from callbacks where last_acknowledged is false');
  expect(rowCount).toBe(0);
}

describe('the events of another client arrive', () => {
  test('while many callbacks of one client hang', async () => {
    const hanging = await hangingReceiver();
    const send = await manyCallbacks(sized(40, 255), () => hanging.url);
    await send(4);
    await eventually(() => hanging.requests() >= ownerLimits.slow.client);
    await arrives(await receiver());
    await expectNoFailure();
    expect(hanging.requests()).toBe(ownerLimits.slow.client);
  });

  test('while 24 callbacks have names whose servers do not answer', async () => {
    const send = await manyCallbacks(24, (index) => `http://silent-${index}.example/`);
    await send(4);
    // No look-up waits for another one: four threads would ask for the last name after half a minute.
    await eventually(() => namesAsked.size === 24);
    const hook = await receiver();
    await arrives(hook, `http://localhost:${hook.port}/`);
  });

  test('while callbacks hang that have answered before', async () => {
    let hangs = false;
    // More attempts in flight than one client may have.
    const callbacks = 12;
    const changing = await receiver((res) => {
      if (!hangs) res.end();
    });
    const send = await manyCallbacks(callbacks, () => changing.url);
    await send(callbackLimitMax);
    const answered = callbacks * callbackLimitMax;
    await eventually(() => changing.received.length === answered);
    hangs = true;
    await send(callbackLimitMax);
    await eventually(() => changing.received.length - answered >= ownerLimits.quick.client);
    await arrives(await receiver());
    await expectNoFailure();
    // One claim ranks quick and slow callbacks apart.
    expect(changing.received.length - answered).toBeLessThanOrEqual(ownerLimits.quick.client + ownerLimits.slow.client);
  });
});
