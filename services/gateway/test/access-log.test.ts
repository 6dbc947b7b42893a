/** The lines of the gateway (docs/logs.md#access-lines). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const token = 'hub_token_of_a_location';
const lines: Record<string, unknown>[] = [];
let hub: Hub;
beforeAll(async () => {
  hub = await startHub({}, openLog('gateway', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) }));
  connect(hub.auth, token);
});
afterAll(() => hub.close());

/** Sends a request, and waits for its line. */
async function lineOf(route: string, options: Parameters<Hub['call']>[1] = {}) {
  const { headers } = await hub.call(route, options);
  const id = headers.get('x-request-id');
  return { id, line: await eventually(() => lines.find(({ request_id }) => request_id === id)) };
}

test('a request has a line with its sender, both ids and the service behind the path', async () => {
  const { id, line } = await lineOf('GET /v1/location/orders?private_ref=hub_secret', {
    token,
    headers: { 'x-request-id': 'mine' },
  });
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'gateway',
    request_id: id,
    client_request_id: 'mine',
    method: 'GET',
    route: 'orders',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    client_id: expect.any(String),
    connection_id: expect.any(String),
    account_id: expect.any(String),
    msg: 'request',
  });
  expect(line['bytes']).toBeGreaterThan(100);
  expect(hub.orders.received.at(-1)!.headers['x-request-id']).toBe(id);
  expect(JSON.stringify(line)).not.toMatch(/hub_secret|hub_token/);
});

test('a refused request has a line without what the client wrote', async () => {
  const { line } = await lineOf('GET /v1/hub_secret', { token: 'hub_token_unknown' });
  expect(line).toMatchObject({ route: 'none', status: 404 });
  expect(JSON.stringify(lines)).not.toMatch(/hub_secret|hub_token/);
});

test('probes have none', async () => {
  const from = lines.length;
  for (const path of ['/health', '/ready']) expect((await hub.call(`GET ${path}`)).status).toBe(200);
  await lineOf('GET /v1/location', { token });
  expect(lines.slice(from)).toHaveLength(1);
});
