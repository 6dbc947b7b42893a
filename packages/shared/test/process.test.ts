import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { eventually } from '@order-hub/testing/call';
import { type Collector, startCollector } from '@order-hub/testing/collector';
import { keysOf } from '@order-hub/testing/keys';
import { parseMetrics, readMetrics, type ReadMetrics } from '@order-hub/testing/metrics';
import { endpoint } from '../src/http/endpoint.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { fullReply } from '../src/http/response/full-reply.ts';
import { openLog, silentLog } from '../src/process/log.ts';
import { counter, gauge } from '../src/process/metric.ts';
import { type Metrics, openMetrics } from '../src/process/metrics.ts';
import { sample } from '../src/process/readings.ts';
import { watchSlots } from '../src/process/slots/slot-metrics.ts';
import { openSlots } from '../src/process/slots/slots.ts';
import { deferred } from '../src/process/slots/waiting.ts';
import { watchNeighbours } from '../src/process/watch-neighbours.ts';
import { openTracing } from '../src/tracing/open-tracing.ts';
import { activeSpan, inChildSpan, runInSpan } from '../src/tracing/span.ts';
import type { Tracing } from '../src/tracing/tracing.ts';
import { tooManyRequests } from '../src/values/errors.ts';
import { newId } from '../src/values/ids.ts';
import { assertWithinQuota } from '../src/values/quota.ts';

/** A process as `run` runs it, from the build. */
describe('a process', () => {
  const built = (path: string) => JSON.stringify(new URL(`../dist/src/${path}`, import.meta.url).href);

  /** Answers `/slow` when it stops, of which `/waiting` counts the requests. `/throw` and `/reject` cause errors that nothing catches. */
  const program = `
  const { run } = await import(${built('process/run.js')});
  const { lifetime } = await import(${built('process/lifetime.js')});
  const { listen, portOf, stopListening } = await import(${built('http/http-server.js')});
  const start = async () => {
    const life = lifetime();
    let waiting = 0;
    const paths = {
      '/slow': (res) => {
        waiting += 1;
        life.signal.addEventListener('abort', () => res.end('slow'));
      },
      '/waiting': (res) => res.end(String(waiting)),
      '/never': () => (waiting += 1),
      '/throw': (res) => {
        res.end();
        setImmediate(() => { throw Object.assign(new Error('a bug'), { password: 'hunter2' }); });
      },
      '/reject': () => void Promise.reject(new Error('a bug')),
    };
    const server = await listen((req, res) => paths[req.url](res), { host: '127.0.0.1', port: 0 });
    life.opened(server, stopListening);
    return { port: portOf(server), drain: life.drain, close: life.close };
  };
  await run({ name: 'things', settings: {}, readConfig: () => ({ LOG_LEVEL: 'info' }), start, lastMs: Number(process.env.LAST_MS) });
`;

  /** `hasRunner`: as the local runner starts it. */
  async function start({ hasRunner = false, lastMs = 60_000 } = {}) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, LAST_MS: String(lastMs) },
      stdio: ['ignore', 'pipe', 'inherit', ...(hasRunner ? (['ipc'] as const) : [])],
    });
    let output = '';
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const lines = () =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, any>);
    const { port } = await eventually(() => lines().find(({ msg }) => msg === 'ready') as { port: number } | undefined);
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
    const errors = () => lines().filter(({ level }) => level === 'error');
    /** Sends a request, and waits until it has arrived. */
    const begin = async (path: string) => {
      const answer = get(path).catch(() => 'cut');
      await eventually(async () => (await get('/waiting')) === '1');
      return { answer };
    };
    return { child, errors, get, begin, exited };
  }

  const logged = [{ msg: 'unexpected error: the process ends', err: { message: 'a bug' } }];

  test('an error that nothing catches is logged, running requests are answered, and the process ends with 1', async () => {
    const { errors, get, begin, exited } = await start();
    const { answer } = await begin('/slow');
    await get('/throw');
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([1, null]);
    expect(errors()).toMatchObject(logged);
    expect(errors()[0]?.['err'].stack).toContain('Error: a bug');
    expect(JSON.stringify(errors())).not.toContain('hunter2');
  });

  test('a process whose requests hang after a rejection that nothing handles ends too', async () => {
    const { errors, get, begin, exited } = await start({ lastMs: 100 });
    const { answer } = await begin('/never');
    get('/reject').catch(() => undefined);
    expect(await exited).toEqual([1, null]);
    expect(await answer).toBe('cut');
    expect(errors()).toMatchObject(logged);
  });

  test('a signal ends the process with 0 when running requests are answered', async () => {
    const { child, begin, exited } = await start();
    const { answer } = await begin('/slow');
    child.kill('SIGTERM');
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([0, null]);
  });

  test('Ctrl-C leaves a process to its runner, at whose end it stops', async () => {
    const { child, get, begin, exited } = await start({ hasRunner: true });
    for (const signal of ['SIGINT', 'SIGHUP'] as const) child.kill(signal);
    const { answer } = await begin('/slow');
    expect(await get('/waiting')).toBe('1');
    child.disconnect();
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([0, null]);
  });

  test('Ctrl-C ends a process that has no runner', async () => {
    const { child, exited } = await start();
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
  });
});

/** The metrics of a process, as its listener shows them. */
describe('metrics', () => {
  const rendered = async (metrics: Metrics) => parseMetrics(await metrics.render());
  const depth = gauge('hub_depth', 'Depth.');
  const depthBy = gauge('hub_depth_by_name', 'Depth by name.', ['name']);

  describe('a reading', () => {
    test('shows its latest samples, and nothing while it fails', async () => {
      let names = ['a'];
      let isAway = false;
      const metrics = openMetrics({ renderedMs: 0 });
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
      const metrics = openMetrics({ renderedMs: 0, readingsMs: 20 });
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
      expect([
        of({ ...thing, status: '200' }),
        of({ ...thing, status: '429' }),
        of({ ...thing, status: '422' }),
      ]).toEqual([2, 1, 1]);
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
});

/** Spans on their way to a collector (docs/tracing.md). */
describe('tracing', () => {
  let collector: Collector;
  let metrics: Metrics;
  let tracing: Tracing;
  const lines: Record<string, unknown>[] = [];
  const log = openLog('things', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) });

  const open = (endpoint: string | undefined, sampledShare = 1) =>
    openTracing({ endpoint, sampledShare, service: 'things', instance: 'one', log, metrics, exportEveryMs: 20 });

  beforeEach(async () => {
    lines.length = 0;
    collector = await startCollector();
    metrics = openMetrics({ renderedMs: 0 });
    tracing = await open(collector.url);
  });
  afterEach(async () => {
    await tracing.close();
    await collector.close();
  });

  const request = { name: 'GET /things', kind: 'server' } as const;
  const counted = async (outcome: string) => parseMetrics(await metrics.render()).sum('hub_spans_total', { outcome });
  const collected = (count: number) => eventually(() => collector.spans.length >= count && collector.spans);

  describe('a trace', () => {
    test('has the spans of each process, each inside the one that caused it', async () => {
      const first = tracing.begin(request)!;
      await runInSpan(first, () =>
        inChildSpan('transaction', { 'db.system.name': 'postgresql' }, async () => undefined),
      );
      const sent = first.child('send change', 'producer');
      tracing.resume(sent.traceparent, { name: 'process change', kind: 'consumer' })!.end();
      sent.end();
      first.set({ 'http.response.status_code': 200 });
      first.end();
      const spans = await collected(4);
      const named = (name: string) => spans.find((span) => span.name === name)!;
      expect(named('GET /things')).toMatchObject({
        service: 'things',
        parentId: '',
        isFailed: false,
        attributes: { 'http.response.status_code': 200 },
      });
      expect(named('transaction').parentId).toBe(named('GET /things').spanId);
      expect(named('send change').parentId).toBe(named('GET /things').spanId);
      expect(named('process change').parentId).toBe(named('send change').spanId);
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
      await eventually(async () => (await counted('exported')) === 4);
    });

    test('shows what failed by a code or a name, never by a message', async () => {
      const span = tracing.begin(request)!;
      const failing = () => Promise.reject(Object.assign(new Error('for ada@example.com'), { code: '23505' }));
      await expect(runInSpan(span, () => inChildSpan('transaction', {}, failing))).rejects.toThrow('ada');
      span.end();
      const spans = await collected(2);
      expect(spans.find(({ name }) => name === 'transaction')).toMatchObject({
        isFailed: true,
        attributes: { 'error.type': '23505' },
      });
      expect(collector.texts.join('')).not.toContain('ada@');
    });

    test('points to the trace of a client', async () => {
      const linked = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
      tracing.begin(request, `00-${linked.traceId}-${linked.spanId}-01`)!.end();
      const [span] = await collected(1);
      expect(span).toMatchObject({ parentId: '', links: [linked] });
      expect(span!.traceId).not.toBe(linked.traceId);
    });
  });

  describe('nothing is traced', () => {
    test.each([
      [undefined],
      [null],
      ['nonsense'],
      ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'],
      ['00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    ])('of a message with the traceparent %s', (traceparent) => {
      expect(tracing.resume(traceparent, request)).toBeUndefined();
    });

    test('of requests that are not sampled', async () => {
      const none = await open(collector.url, 0);
      expect(none.begin(request)).toBeUndefined();
      await none.close();
    });

    test('without a collector', async () => {
      const off = await open(undefined);
      expect([off.isOn, off.begin(request)]).toEqual([false, undefined]);
      expect(await inChildSpan('transaction', {}, async () => activeSpan())).toBeUndefined();
    });
  });

  test('a collector that takes nothing is logged once, counted, and logged when it is well again', async () => {
    collector.answer = 400;
    for (const failed of [1, 2]) {
      tracing.begin(request)!.end();
      await eventually(async () => (await counted('failed')) === failed);
    }
    expect(lines).toMatchObject([{ level: 'warn', msg: 'traces cannot be exported' }]);
    collector.answer = 200;
    tracing.begin(request)!.end();
    await collected(1);
    await eventually(() => lines.length === 2);
    expect(lines[1]).toMatchObject({ level: 'info', msg: 'traces are exported again' });
  });

  test('spans that a collector is too slow for are dropped and counted', async () => {
    for (let made = 0; made < 5_000; made += 1) tracing.begin(request)!.end();
    await eventually(async () => ((await counted('dropped')) ?? 0) > 0);
    await eventually(async () => (await counted('exported'))! + (await counted('dropped'))! === 5_000);
  });
});

describe('neighbours', () => {
  let failuresLeft = 2;
  const server = createServer((_request, response) => {
    failuresLeft -= 1;
    response.writeHead(failuresLeft >= 0 ? 503 : 200).end('{"status":"alive","service":"orders"}');
  });
  afterAll(() => void server.close());

  test('an address at which no service, or another one, answers is told once', async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lines: Record<string, unknown>[] = [];
    const log = openLog('gateway', 'warn', {
      write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const addresses = { orders: address, catalog: address, events: 'http://127.0.0.1:1', auth: 'http://auth.invalid' };
    await watchNeighbours(addresses, { log, signal: new AbortController().signal, tries: 4, pauseMs: 1 });
    expect(lines.toSorted((a, b) => String(a['setting']).localeCompare(String(b['setting'])))).toEqual([
      expect.objectContaining({ setting: 'AUTH_URL', reason: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) }),
      expect.objectContaining({ setting: 'CATALOG_URL', reason: 'orders answers' }),
      expect.objectContaining({ setting: 'EVENTS_URL', reason: expect.stringContaining('ECONNREFUSED') }),
    ]);
  });
});
