/** What the metrics say about pushes, and about events that wait or were dropped (docs/metrics.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { readFreshMetrics, type ReadMetrics } from '@order-hub/testing/metrics';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.02', CALLBACK_TIMEOUT_SECONDS: '5' });
});
afterAll(() => service.close());

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));
const receiver = async (...options: Parameters<typeof startReceiver>) => {
  const opened = await startReceiver(...options);
  closers.push(opened.close);
  return opened;
};

const read = () => readFreshMetrics(service.url());
const until = (isTrue: (metrics: ReadMetrics) => boolean) =>
  eventually(async () => {
    const metrics = await read();
    return isTrue(metrics) && metrics;
  });

const subscribed = { order: ['create', 'update'] };
const pushes = ({ sum }: ReadMetrics, outcome: string) => sum('hub_pushes_total', { outcome });

test('pushes are counted by outcome and timed, and dropped events counted', async () => {
  const before = await read();
  expect(['acknowledged', 'refused', 'no_answer'].map((outcome) => pushes(before, outcome))).toEqual([0, 0, 0]);
  expect(before.sum('hub_events_dropped_total')).toBe(0);
  const good = await service.subscriber(subscribed, (await receiver()).url);
  const refusing = await receiver((res) => void res.writeHead(503).end());
  const bad = await service.subscriber(subscribed);
  const gone = await receiver();
  await gone.close();
  const silent = await service.subscriber(subscribed);
  await service.sendChanges(...[good, bad, bad, silent].map((caller) => anOrderChange(caller)));
  // Their next attempt is the last one.
  for (const [caller, url] of [
    [bad, refusing.url],
    [silent, gone.url],
  ] as const) {
    await service.setAttempts(caller, 6);
    await service.call('POST /callback', { as: caller, body: { url, events: subscribed } });
  }
  const after = await until(
    (metrics) => metrics.sum('hub_events_dropped_total') === 3 && pushes(metrics, 'acknowledged') === 1,
  );
  expect(pushes(after, 'refused')).toBe(2);
  expect(pushes(after, 'no_answer')).toBe(1);
  expect(after.sum('hub_push_seconds_count')).toBe(4);
  expect(after.sum('hub_pushes_in_flight')).toBe(0);
});

test('events that are due and wait are counted, with the age of the oldest by pace; passive ones are not', async () => {
  const held: (() => void)[] = [];
  const slow = await receiver((res) => void held.push(() => res.end()));
  const caller = await service.subscriber(subscribed, slow.url);
  const passive = await service.subscriber(subscribed);
  // A callback begins with four attempts at a time.
  await service.sendChanges(...Array.from({ length: 6 }, () => anOrderChange(caller)), anOrderChange(passive));
  const waiting = await until(({ sum }) => sum('hub_events_due') === 2 && sum('hub_pushes_in_flight') === 4);
  expect(waiting.sum('hub_events_oldest_due_age_seconds', { pace: 'slow' })).toBeGreaterThan(0);
  expect(waiting.sum('hub_events_oldest_due_age_seconds', { pace: 'quick' })).toBe(0);
  await eventually(() => {
    for (const answer of held.splice(0)) answer();
    return slow.received.length === 6;
  });
  for (const answer of held.splice(0)) answer();
  await until(({ sum }) => sum('hub_events_due') === 0 && sum('hub_events_oldest_due_age_seconds') === 0);
});

test('messages that wait for a newer release are counted', async () => {
  await service.db.query(
    `insert into held_messages (message_id, topic, key, version, body) values ('early', 'change', 'key', 99, '{}')`,
  );
  await until(({ sum }) => sum('hub_held_messages') === 1);
  await service.db.query('delete from held_messages');
  await until(({ sum }) => sum('hub_held_messages') === 0);
});

test('requests, refusals, slots, the pool and the tables of the service are there, too', async () => {
  const { sum } = await until(({ names }) => names.includes('hub_table_rows'));
  expect(sum('hub_http_requests_total', { method: 'POST', route: '/callback', status: '200' })).toBeGreaterThan(0);
  expect(sum('hub_http_requests_total', { route: '/internal/messages', status: '200' })).toBeGreaterThan(0);
  expect(sum('hub_database_pool_size', { pool: 'main' })).toBe(10);
  expect(sum('hub_slots_taken', { slots: 'large_responses' })).toBe(0);
  expect(sum('hub_outbox_parked_messages')).toBe(0);
  expect(sum('hub_bus_ready')).toBe(1);
  expect(sum('hub_sockets_open', { listener: 'internal' })).toBeGreaterThan(0);
  expect(sum('hub_table_rows', { table: 'events' })).toBeGreaterThanOrEqual(0);
});
