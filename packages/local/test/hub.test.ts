import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceNames } from '@order-hub/shared/neighbours';
import { callOn, eventually } from '@order-hub/testing/call';
import { keepDemo, type Demo } from '../src/demo/demo.ts';
import { startHub, type Hub } from '../src/hub.ts';
import { identify } from '../src/processes/process-identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const said: string[] = [];
let hub: Hub;
let demo: Demo;

const startHere = () =>
  startHub({
    env: { HUB_DATA_DIR: folder.path, PORT: '0', DATABASE_URL: undefined, AMQP_URL: undefined },
    say: (sentence) => said.push(sentence),
  });

beforeAll(async () => {
  hub = await startHere();
  demo = await keepDemo(hub);
});
afterAll(async () => {
  await hub.stop();
  folder.remove();
});

const call = (token: string, route: string, body?: object) =>
  callOn(hub.gateway_port)(route, { headers: { 'x-access-token': token }, body });

async function createOrder(): Promise<string> {
  const { status, body } = await call(demo.website.access_token, 'POST /v1/location/orders', { status: 'new' });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.id;
}

const tillHasEvent = async (order_id: string) => {
  const { status, body } = await call(demo.till.access_token, 'GET /v1/callback/events');
  return status === 200 && (body as { order_id: string }[]).some((event) => event.order_id === order_id);
};

/** Waits until the order can be retrieved. Requests may fail between a kill and the restart. */
const orderExists = (id: string) =>
  eventually(async () => {
    const answer = await call(demo.website.access_token, `GET /v1/location/orders/${id}`).catch(() => undefined);
    return answer?.status === 200;
  }, 60_000);

const pidsOf = ({ processes, postgres_pid }: Hub) => [...Object.values(processes), postgres_pid ?? 0];

describe('a hub on one machine', () => {
  test('is ready, and runs each service as a separate process', async () => {
    expect(new Set(pidsOf(hub)).size).toBe(serviceNames.length + 1);
    const response = await fetch(`http://127.0.0.1:${hub.gateway_port}/ready`);
    expect(response.status).toBe(200);
  });

  test('logs each operator request in the log of auth', () => {
    const lines = readFileSync(join(folder.path, 'logs', 'auth.log'), 'utf8')
      .trim()
      .split('\n');
    const audited = lines.map((line) => JSON.parse(line)).filter(({ audit }) => audit === true);
    expect(audited).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/management/accounts',
        status: 200,
        remote_address: '127.0.0.1',
      }),
    );
  });

  test('leaves the mode of an existing data folder unchanged', () => {
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  test("sends an order's event to another application", async () => {
    const id = await createOrder();
    await eventually(() => tillHasEvent(id));
  });

  test.each(['orders', 'events', 'auth', 'gateway'] as const)('restarts %s when it is killed', async (name) => {
    const before = hub.processes[name];
    const id = await createOrder();
    process.kill(before, 'SIGKILL');
    await eventually(() => hub.processes[name] !== before, 60_000);
    await orderExists(id);
    await eventually(() => tillHasEvent(id), 60_000);
    expect(said).toContain(`${name} was ended by SIGKILL; restarting it`);
  });

  test('restarts PostgreSQL when it is killed, and loses nothing', async () => {
    const before = hub.postgres_pid;
    const id = await createOrder();
    process.kill(before ?? 0, 'SIGKILL');
    await eventually(() => hub.postgres_pid !== before, 60_000);
    await orderExists(id);
    await eventually(() => tillHasEvent(id).catch(() => false), 60_000);
  });

  test('leaves nothing running when it stops, and has its data at the next start', async () => {
    const id = await createOrder();
    const pids = pidsOf(hub);
    await hub.stop();
    expect(pids.filter(identify)).toEqual([]);
    hub = await startHere();
    expect(await keepDemo(hub)).toEqual(demo);
    await orderExists(id);
  });

  test('keeps a second hub off its folder', async () => {
    await expect(startHere()).rejects.toThrow(`An order hub is already running on ${folder.path}`);
    expect((await fetch(`http://127.0.0.1:${hub.gateway_port}/ready`)).status).toBe(200);
  });
});
