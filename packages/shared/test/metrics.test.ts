/** The metrics of a process, as its listener shows them. */
import type { Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { counter, gauge } from '../src/process/metric.ts';
import { openMetrics, type Metrics } from '../src/process/metrics.ts';
import { sample } from '../src/process/readings.ts';
import { silentLog } from '../src/process/log.ts';
import { watchSlots } from '../src/process/slots/slot-metrics.ts';
import { openSlots } from '../src/process/slots/slots.ts';
import { deferred } from '../src/process/slots/waiting.ts';
import { endpoint } from '../src/http/endpoint.ts';
import { fullReply } from '../src/http/response/full-reply.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { tooManyRequests } from '../src/values/errors.ts';
import { newId } from '../src/values/ids.ts';
import { assertWithinQuota } from '../src/values/quota.ts';
import { keysOf } from '@order-hub/testing/keys';
import { eventually } from '@order-hub/testing/call';
import { parseMetrics, readMetrics, type ReadMetrics } from '@order-hub/testing/metrics';

const rendered = async (metrics: Metrics) => parseMetrics(await metrics.render());
const depth = gauge('hub_depth', 'Depth.');
const depthBy = gauge('hub_depth_by_name', 'Depth by name.', ['name']);

describe('a reading', () => {
  test('shows its latest samples, and nothing while it fails', async () => {
    let names = ['a'];
    let isAway = false;
    const metrics = openMetrics();
    metrics.addReading({
      name: 'depths',
      read: () =>
        isAway
          ? Promise.reject(new Error('the database is away'))
          : Promise.resolve([sample(depth, {}, 7), ...names.map((name) => sample(depthBy, { name }, 1))]),
    });
    const shown = ({ sum }: ReadMetrics) => [
      sum('hub_depth'),
      sum('hub_depth_by_name', { name: 'a' }),
      sum('hub_depth_by_name', { name: 'b' }),
      sum('hub_reading_succeeded', { reading: 'depths' }),
    ];
    const untilShown = (...values: (number | undefined)[]) =>
      eventually(async () => isDeepStrictEqual(shown(await rendered(metrics)), values));
    expect(shown(await rendered(metrics))).toEqual([7, 1, undefined, 1]);
    names = ['b'];
    await untilShown(7, undefined, 1, 1);
    isAway = true;
    await untilShown(undefined, undefined, undefined, 0);
    isAway = false;
    await untilShown(7, undefined, 1, 1);
  });

  test('all who ask at the same time cause one query', async () => {
    const metrics = openMetrics();
    let reads = 0;
    metrics.addReading({ name: 'counted', read: () => Promise.resolve([sample(depth, {}, (reads += 1))]) });
    const texts = await Promise.all(Array.from({ length: 50 }, () => metrics.render()));
    expect(new Set(texts).size).toBe(1);
    expect(reads).toBe(1);
  });

  test('readings do not overlap, and one that hangs does not hold back the rest', async () => {
    const metrics = openMetrics();
    const { promise: hanging, resolve: end } = deferred<undefined>();
    const begun: string[] = [];
    for (const name of ['first', 'second']) {
      metrics.addReading({
        name,
        read: async () => {
          begun.push(name);
          await hanging;
          return [sample(depthBy, { name }, 1)];
        },
      });
    }
    metrics.gauge(depth, {}, () => 3);
    const { sum } = await rendered(metrics);
    expect([sum('hub_depth'), sum('hub_depth_by_name')]).toEqual([3, undefined]);
    expect(begun).toEqual(['first']);
    end(undefined);
    await eventually(() => begun.length === 2);
    await eventually(async () => (await rendered(metrics)).sum('hub_depth_by_name') === 2);
  });
});

test('each process has metrics of its own', async () => {
  const [one, other] = [openMetrics(), openMetrics()];
  const done = counter('hub_done_total', 'Done.', ['what']);
  one.counter(done).inc({ what: 'x' });
  one.counter(done).inc({ what: 'x' });
  other.counter(done).inc({ what: 'y' });
  expect((await rendered(one)).sum('hub_done_total')).toBe(2);
  expect((await rendered(other)).sum('hub_done_total', { what: 'x' })).toBeUndefined();
  expect((await rendered(other)).names).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('slots show how many are taken, and how many wait', async () => {
  const metrics = openMetrics();
  const slots = openSlots({ max: 2, waitMs: 60_000, waitingMax: 10, refuse: () => new Error('full') });
  watchSlots(metrics, { things: slots });
  const { signal } = new AbortController();
  const releases = [slots.take('a', { signal }), slots.take('b', { signal })];
  const waiting = slots.take('b', { signal });
  const { sum } = await rendered(metrics);
  expect(sum('hub_slots_taken', { slots: 'things' })).toBe(2);
  expect(sum('hub_slots_waiting', { slots: 'things' })).toBe(1);
  for (const release of releases) (await release)();
  (await waiting)();
  expect(slots.usage()).toEqual({ taken: 0, waiting: 0 });
});

describe('requests', () => {
  let server: Server;
  afterEach(() => stopListening(server));

  const [limited, full] = [newId(), newId()];
  const refusing = endpoint('POST /things/:thing_id', {
    summary: 'Refuses',
    access: 'public',
    reply: z.unknown(),
    handle: ({ params: { thing_id } }) => {
      if (thing_id === limited) throw tooManyRequests('Too many', {}, 'forms');
      if (thing_id === full) assertWithinQuota('locations_of_an_account', 5, 6);
      return {};
    },
  });
  const page = endpoint('GET /page', {
    summary: 'A page with errors of its own',
    access: 'public',
    reply: z.unknown(),
    refuse: ({ status, message: body }) => fullReply({ status, headers: {}, body }),
    handle: () => {
      throw tooManyRequests('Too many', {}, 'attempts');
    },
  });

  test('are counted by declared route and by status; what refused them, once', async () => {
    const metrics = openMetrics();
    const app = httpApp({
      service: 'things',
      endpoints: [refusing, page],
      deps: {},
      ...keysOf('orders'),
      log: silentLog,
      readiness: () => Promise.resolve({ reason: null, degraded: [] }),
      checkReplies: true,
      metrics,
    });
    server = await listen(app, { host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${portOf(server)}`;
    const things = [newId(), newId(), limited, full].map((id) => `/things/${id}`);
    for (const path of [...things, '/nowhere/secret']) await fetch(url + path, { method: 'POST' });
    await fetch(`${url}/page`);
    await fetch(`${url}/health`);
    const { sum, samples } = await readMetrics(url);
    const thing = { method: 'POST', route: '/things/:thing_id' };
    const of = (labels: Record<string, string>) => sum('hub_http_requests_total', labels);
    expect([of({ ...thing, status: '200' }), of({ ...thing, status: '429' }), of({ ...thing, status: '422' })]).toEqual(
      [2, 1, 1],
    );
    expect(of({ method: 'POST', route: 'none', status: '404' })).toBe(1);
    expect(of({})).toBe(6);
    expect(sum('hub_http_request_seconds_count', thing)).toBe(4);
    expect(sum('hub_http_request_seconds_bucket', { ...thing, le: '+Inf' })).toBe(4);
    const refused = samples.filter(({ name }) => name === 'hub_requests_refused_total');
    expect(refused.map(({ labels, value }) => [labels, value])).toEqual([
      [{ limit: 'forms', status: '429' }, 1],
      [{ limit: 'quota_locations_of_an_account', status: '422' }, 1],
      [{ limit: 'attempts', status: '429' }, 1],
    ]);
    expect(JSON.stringify(samples)).not.toContain('secret');
  });
});
