/** One line for each request (docs/logs.md#access-lines). */
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { endpoint, emptyView } from '../src/http/endpoint.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { openLog } from '../src/process/log.ts';
import { aCaller, callOn, eventually } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';

const endpoints = [
  endpoint('GET /locations/:location_id/things', {
    summary: 'List',
    access: ['location'],
    query: { email: z.string().optional() },
    reply: emptyView,
    handle: () => ({}),
  }),
];

const lines: Record<string, unknown>[] = [];
let server: Server;
let call: ReturnType<typeof callOn>;

async function start(level: string) {
  const log = openLog('things', level, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const readiness = () => Promise.resolve({ reason: null, degraded: [] });
  const receive = () => Promise.resolve({ status: 200, body: '{}' });
  const app = httpApp({
    ...{ service: 'things', endpoints, deps: {}, ...keysOf('orders'), log, readiness, receive, checkReplies: true },
  });
  const started = await listen(app, { host: '127.0.0.1', port: 0 });
  return { started, call: callOn(portOf(started), 'things') };
}

beforeAll(async () => {
  ({ started: server, call } = await start('info'));
});
afterAll(() => stopListening(server));

const as = aCaller();
const path = `/locations/${as.location_id}/things`;

/** The lines of a request. They follow its answer at once. */
const linesOf = (request_id: string) => lines.filter((line) => line['request_id'] === request_id);
const lineOf = (request_id: string) => eventually(() => linesOf(request_id)[0]);

test('it says which request, who sent it, and how it ended; it has no path, no query and no token', async () => {
  const headers = { 'x-request-id': 'request-1', authorization: 'hub_secret' };
  await call(`GET ${path}?email=ada@example.com`, { as, headers });
  const line = await lineOf('request-1');
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'things',
    request_id: 'request-1',
    method: 'GET',
    route: '/locations/:location_id/things',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    client_id: as.client_id,
    connection_id: as.connection_id,
    account_id: as.account?.id,
    msg: 'request',
  });
  expect(line['bytes']).toBeGreaterThan(2);
});

test('a refused request has a line, as far as it was understood', async () => {
  await call(`GET ${path}`, { headers: { 'x-request-id': 'request-2' } });
  expect(await lineOf('request-2')).toMatchObject({ status: 401, route: '/locations/:location_id/things' });
  await call('GET /locations/hub_secret', { headers: { 'x-request-id': 'request-3' } });
  const line = await lineOf('request-3');
  expect(line).toMatchObject({ status: 404, route: 'none' });
  expect(JSON.stringify(line)).not.toContain('hub_secret');
});

test('an id that the gateway did not make is replaced', async () => {
  const from = lines.length;
  await call(`GET ${path}`, { as, headers: { 'x-request-id': 'not an id {}' } });
  const [line] = await eventually(() => lines.length > from && lines.slice(from));
  expect(line!['request_id']).toMatch(/^[a-z0-9]{12,20}$/);
});

test('probes and posts of the bus have none', async () => {
  const headers = { 'x-request-id': 'request-4' };
  for (const route of ['GET /health', 'GET /ready', 'POST /internal/messages']) await call(route, { headers });
  await call(`GET ${path}`, { as, headers: { 'x-request-id': 'request-5' } });
  await lineOf('request-5');
  expect(linesOf('request-4')).toEqual([]);
});

test('LOG_LEVEL=warn turns them off', async () => {
  const quiet = await start('warn');
  const from = lines.length;
  await quiet.call(`GET ${path}`, { as });
  await stopListening(quiet.started);
  expect(lines.slice(from)).toEqual([]);
});
