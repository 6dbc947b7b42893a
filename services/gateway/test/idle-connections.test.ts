/** Connections to a service: idle ones end before a service that was told to stop closes them. */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const orders = '/v1/location/orders';

test('the gateway closes an idle connection, and not one that was idle before its request', async () => {
  const waiting: ServerResponse[] = [];
  const closed = new Set<Socket>();
  const service = createServer({ keepAliveTimeout: 65_000 }, (_req, res) => void waiting.push(res)).listen(
    0,
    '127.0.0.1',
  );
  service.on('connection', (socket) => socket.once('close', () => closed.add(socket)));
  await once(service, 'listening');
  const hub = await startHub({ ORDERS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}` });
  connect(hub.auth, 'token');
  const ask = async () => {
    const answer = hub.call(`POST ${orders}`, { token: 'token', body: {} });
    const before = waiting.length;
    await eventually(() => waiting.length > before);
    return { answer, res: waiting.at(-1)! };
  };
  const end = async ({ answer, res }: Awaited<ReturnType<typeof ask>>) => {
    res.end('{}');
    return (await answer).status;
  };

  const [one, two] = [await ask(), await ask()];
  expect([await end(one), await end(two)]).toEqual([200, 200]);
  const slow = await ask();
  const quick = await ask();
  const [slowSocket, quickSocket] = [slow.res.socket!, quick.res.socket!];
  expect(new Set([one.res.req.socket, two.res.req.socket])).toEqual(new Set([slowSocket, quickSocket]));
  expect(await end(quick)).toBe(200);
  // Idle for shorter than the other has been silent.
  await eventually(() => closed.has(quickSocket), 30_000);
  expect(closed.has(slowSocket)).toBe(false);
  expect(await end(slow)).toBe(200);
  await hub.close();
  service.close();
  service.closeAllConnections();
});
