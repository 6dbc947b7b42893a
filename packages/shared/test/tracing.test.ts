/** Spans on their way to a collector (docs/tracing.md). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openLog } from '../src/process/log.ts';
import { openMetrics, type Metrics } from '../src/process/metrics.ts';
import { activeSpan, inChildSpan, runInSpan } from '../src/tracing/span.ts';
import { openTracing } from '../src/tracing/open-tracing.ts';
import type { Tracing } from '../src/tracing/tracing.ts';
import { eventually } from '@order-hub/testing/call';
import { startCollector, type Collector } from '@order-hub/testing/collector';
import { parseMetrics } from '@order-hub/testing/metrics';

let collector: Collector;
let metrics: Metrics;
let tracing: Tracing;
const lines: Record<string, unknown>[] = [];
const log = openLog('things', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) });

const open = (endpoint: string | undefined, sampledShare = 1) =>
  openTracing({ endpoint, sampledShare, service: 'things', instance: 'one', log, metrics });

beforeEach(async () => {
  lines.length = 0;
  collector = await startCollector();
  metrics = openMetrics();
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
    await runInSpan(first, () => inChildSpan('transaction', { 'db.system.name': 'postgresql' }, async () => undefined));
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
