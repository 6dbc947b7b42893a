import type { RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const restarts = 4;

test('a service restarted again and again under load answers each request, and none arrives twice', async () => {
  const seen = new Map<string, number>();
  const answer: RequestListener = (req, res) => {
    const count = (id: string) => seen.set(id, (seen.get(id) ?? 0) + 1);
    req.setEncoding('utf8').on('data', count);
    req.once('end', () => setTimeout(() => res.end('{}'), 2));
  };
  let service: Server = await listen(answer, { host: '127.0.0.1', port: 0 });
  const port = portOf(service);
  const unlimited = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_HOUR: '1000000', RATE_LIMIT_PER_DAY: '1000000' };
  const hub = await startHub({ ORDERS_URL: `http://127.0.0.1:${port}`, ...unlimited });
  connect(hub.auth, 'token');

  let isOver = false;
  const statuses = new Map<string, number>();
  const write = async (_: unknown, writer: number) => {
    for (let round = 0; !isOver; round += 1) {
      const id = `${writer}-${round}`;
      statuses.set(id, (await hub.call('POST /v1/location/orders', { token: 'token', body: id })).status);
    }
  };
  const writers = Array.from({ length: 10 }, write);
  try {
    // On a slow machine the first answers take longer than the service is away: a restart meets a hub at work.
    while (statuses.size < writers.length) await sleep(10);
    for (let restart = 0; restart < restarts; restart += 1) {
      await sleep(200);
      const stopped = stopListening(service);
      while (service.listening) await new Promise((resolve) => setImmediate(resolve));
      service = await listen(answer, { host: '127.0.0.1', port });
      await stopped;
    }
  } finally {
    isOver = true;
  }
  await Promise.all(writers);
  expect([...statuses].filter(([id, status]) => status !== 200 || seen.get(id) !== 1)).toEqual([]);
  await hub.close();
  await stopListening(service);
});
