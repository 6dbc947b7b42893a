import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceNames } from '@order-hub/shared/neighbours';
import { callOn, eventually } from '@order-hub/testing/call';
import { keepDemo, type Demo } from '../src/demo.ts';
import { startHub, type Hub } from '../src/hub.ts';
import { identify } from '../src/process-identity.ts';
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

const tillHasEventOf = async (order_id: string) => {
  const { status, body } = await call(demo.till.access_token, 'GET /v1/callback/events');
  return status === 200 && (body as { order_id: string }[]).some((event) => event.order_id === order_id);
};

/** Asks until the answer is 200. Between a kill and the restart requests may fail. */
const orderIsThere = (id: string) =>
  eventually(async () => {
    const answer = await call(demo.website.access_token, `GET /v1/location/orders/${id}`).catch(() => undefined);
    return answer?.status === 200;
  }, 60_000);

const pidsOf = ({ processes, postgres_pid }: Hub) => [...Object.values(processes), postgres_pid ?? 0];

describe('a hub on one machine', () => {
  test('runs every service as a process of its own, and is ready', async () => {
    expect(new Set(pidsOf(hub)).size).toBe(serviceNames.length + 1);
    const response = await fetch(`http://127.0.0.1:${hub.gateway_port}/ready`);
    expect(response.status).toBe(200);
  });

  test('leaves a line in the log of auth for each operator request', () => {
    const lines = readFileSync(join(folder.path, 'logs', 'auth.log'), 'utf8')
      .trim()
      .split('\n');
    const audited = lines.map((line) => JSON.parse(line)).filter(({ audit }) => audit === true);
    expect(audited).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/management/accounts', status: 200, remote_address: '127.0.0.1' }),
    );
  });

  test('leaves the mode of a data folder that was there as it was', () => {
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  test('sends the event of an order to another application', async () => {
    const id = await createOrder();
    await eventually(() => tillHasEventOf(id));
  });

  test.each(['orders', 'events', 'auth', 'gateway'] as const)('starts %s again when it is killed', async (name) => {
    const before = hub.processes[name];
    const id = await createOrder();
    process.kill(before, 'SIGKILL');
    await eventually(() => hub.processes[name] !== before, 60_000);
    await orderIsThere(id);
    await eventually(() => tillHasEventOf(id), 60_000);
    expect(said).toContain(`${name} was ended by SIGKILL; starting it again`);
  });

  test('starts PostgreSQL again when it is killed, and has lost nothing', async () => {
    const before = hub.postgres_pid;
    const id = await createOrder();
    process.kill(before ?? 0, 'SIGKILL');
    await eventually(() => hub.postgres_pid !== before, 60_000);
    await orderIsThere(id);
    await eventually(() => tillHasEventOf(id).catch(() => false), 60_000);
  });

  test('leaves nothing running when it stops, and has its data when it starts again', async () => {
    const id = await createOrder();
    const pids = pidsOf(hub);
    await hub.stop();
    expect(pids.filter(identify)).toEqual([]);
    hub = await startHere();
    expect(await keepDemo(hub)).toEqual(demo);
    await orderIsThere(id);
  });

  test('keeps a second hub off its folder', async () => {
    await expect(startHere()).rejects.toThrow(`An order hub is already running on ${folder.path}`);
    expect((await fetch(`http://127.0.0.1:${hub.gateway_port}/ready`)).status).toBe(200);
  });
});
