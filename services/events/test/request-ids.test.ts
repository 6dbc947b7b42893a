/** The request behind an event: its id goes with the push, and into the lines of pushes that fail (docs/logs.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

const lines: Record<string, unknown>[] = [];
const log = openLog('events', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) });

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.02' }, { log });
});
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  await service.close();
  for (const close of closers) await close();
});
const receiver = async (...options: Parameters<typeof startReceiver>) => {
  const opened = await startReceiver(...options);
  closers.push(opened.close);
  return opened;
};

const orders = { order: ['create'] };
const linesOf = (request_id: string) =>
  lines.filter((line) => line['request_id'] === request_id && line['msg'] !== 'request');

test('every attempt of an event has the id of the request that caused it', async () => {
  const hook = await receiver((res, _received, count) => void res.writeHead(count < 3 ? 500 : 200).end());
  const caller = await service.subscriber(orders, hook.url);
  await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-1' });
  await eventually(() => service.pushDue(caller).then(() => hook.received.length === 3));
  expect(hook.received.map(({ headers }) => headers['x-request-id'])).toEqual(['request-1', 'request-1', 'request-1']);
  expect(hook.received.map(({ headers }) => headers['traceparent'])).toEqual([undefined, undefined, undefined]);
});

test('an event without a request behind it, or from the release before, has no id', async () => {
  const hook = await receiver();
  const caller = await service.subscriber(orders, hook.url);
  await service.sendChanges(anOrderChange(caller));
  await eventually(() => hook.received.length === 1);
  expect(hook.received[0]!.headers).not.toHaveProperty('x-request-id');
});

test('the traceparent of a message goes to the receiver', async () => {
  const hook = await receiver();
  const caller = await service.subscriber(orders, hook.url);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await service.send({ ...changeMessage(anOrderChange(caller)), traceparent });
  await eventually(() => hook.received.length === 1);
  expect(hook.received[0]!.headers['traceparent']).toBe(traceparent);
});

test('a push that fails has a line: whose, which event, where to, why, and what follows; without path and query', async () => {
  const hook = await receiver((res, _received, count) => void res.writeHead(count < 2 ? 503 : 200).end());
  const caller = await service.subscriber(orders, hook.url);
  await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-2' });
  await eventually(() => service.pushDue(caller).then(() => hook.received.length === 2));
  expect(linesOf('request-2')).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      service: 'events',
      request_id: 'request-2',
      client_id: caller.client_id,
      connection_id: caller.connection_id,
      event_id: JSON.parse(hook.received[0]!.body).id,
      event: 'order.create',
      host: `127.0.0.1:${hook.port}`,
      attempt: 1,
      stage: 'during',
      status: 503,
      reason: 'status 503',
      retry_in_seconds: 0.02,
      msg: 'push failed',
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hook?a=1');
});

test('the line of the last attempt says that the event is dropped', async () => {
  const hook = await receiver((res) => void res.writeHead(503).end());
  const caller = await service.subscriber(orders);
  await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-3' });
  await service.setAttempts(caller, 6);
  await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
  const [line] = await eventually(() => linesOf('request-3'));
  expect(line).toMatchObject({ msg: 'event dropped: all attempts failed', attempt: 7, retry_in_seconds: null });
});

test('an acknowledgement with a status from 400 to 499 has a line, any other has none', async () => {
  // Two events are pushed at the same time: which one arrives first is open.
  const hook = await receiver(
    (res, { headers }) => void res.writeHead(headers['x-request-id'] === 'request-4' ? 200 : 410).end(),
  );
  const caller = await service.subscriber(orders, hook.url);
  await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-4' });
  await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-5' });
  await eventually(async () => hook.received.length === 2 && (await service.listed(caller)).length === 0);
  const [line, ...others] = linesOf('request-5');
  expect(line).toMatchObject({
    msg: 'push acknowledged with an error status',
    stage: null,
    status: 410,
    retry_in_seconds: null,
  });
  expect([...others, ...linesOf('request-4')]).toEqual([]);
});

test('a receiver that always fails has few lines', async () => {
  const hook = await receiver((res) => void res.writeHead(503).end());
  const caller = await service.subscriber(orders);
  await service.sendChanges(...Array.from({ length: 100 }, () => anOrderChange(caller)));
  await service.setAttempts(caller, 6);
  await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
  await eventually(async () => (await service.listed(caller)).length === 0);
  const own = lines.filter(({ connection_id, msg }) => connection_id === caller.connection_id && msg !== 'request');
  expect(hook.received.length).toBe(100);
  // Ten in ten seconds: fewer than the pushes, also where they take a minute.
  expect(own.length).toBeLessThan(80);
});
