import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from '@jest/globals';
import { openLog } from '../src/process/log.ts';
import { watchNeighbours } from '../src/process/watch-neighbours.ts';

let failuresLeft = 2;
const server = createServer((_request, response) => {
  failuresLeft -= 1;
  response.writeHead(failuresLeft >= 0 ? 503 : 200).end('{"status":"alive","service":"orders"}');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

test('an address at which no service, or another one, answers is told once', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = openLog('gateway', 'warn', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const addresses = { orders: address, catalog: address, events: 'http://127.0.0.1:1', auth: 'http://auth.invalid' };
  await watchNeighbours(addresses, { log, signal: new AbortController().signal, tries: 4, pauseMs: 1 });
  expect(lines.toSorted((a, b) => String(a['setting']).localeCompare(String(b['setting'])))).toEqual([
    expect.objectContaining({ setting: 'AUTH_URL', reason: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) }),
    expect.objectContaining({ setting: 'CATALOG_URL', reason: 'orders answers' }),
    expect.objectContaining({ setting: 'EVENTS_URL', reason: expect.stringContaining('ECONNREFUSED') }),
  ]);
});
