/** Orders through the whole path, compared with the same rows written by a bare pg loop. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { captureRows } from './bare-rows.ts';
import { ask, ownEntry, withChildren, type startChild } from './child.ts';
import type { BenchHub } from './hub-setup.ts';
import { median, percentile } from './latency.ts';
import { startLoad } from './load.ts';
import { cpuMs, serverCpuMs } from './process-cpu.ts';
import type { BareJob, BareResult } from './processes/bare-insert.ts';
import type { Row } from './report.ts';

const connections = 20;
const rounds = 4;
const seconds = 5;
const warmUpSeconds = 5;
const drainPatienceMs = 30_000;

type Cpu = Record<string, number>;

function cpuOf({ hub }: BenchHub, loadPid: number): Cpu {
  const { gateway, orders, events, auth } = hub.processes;
  const services = Object.entries({ gateway, orders, events, auth, 'load generator': loadPid });
  const used = Object.fromEntries(services.map(([name, pid]) => [name, cpuMs(pid)]));
  return { ...used, ...(hub.postgres_pid && { PostgreSQL: serverCpuMs(hub.postgres_pid) }) };
}

/** Waits until the outbox is empty. Returns how many messages were in it, and how many seconds that took. */
async function drained(db: pg.Client): Promise<{ waiting: number; drainSeconds: number }> {
  const begun = performance.now();
  let first: number | undefined;
  for (;;) {
    const { rows } = await db.query<{ waiting: number }>('select count(*)::int as waiting from orders.outbox');
    const waiting = rows[0]?.waiting ?? 0;
    const waitedMs = performance.now() - begun;
    first ??= waiting;
    if (waiting === 0 || waitedMs > drainPatienceMs) return { waiting: first, drainSeconds: waitedMs / 1000 };
    await sleep(50);
  }
}

async function startBareLoop(start: typeof startChild) {
  const child = await start(ownEntry('bare-insert'));
  return (job: BareJob) => ask<BareResult>(child, job);
}

async function openMeasures(bench: BenchHub, start: typeof startChild, db: pg.Client) {
  const { hub, port, createOrder } = bench;
  const load = await startLoad(start);
  const insertBare = await startBareLoop(start);
  const whole = async (length: number) => {
    const before = cpuOf(bench, load.pid);
    const result = await load.run({ port, connections, seconds: length, requests: [createOrder] });
    const { waiting, drainSeconds } = await drained(db);
    const after = cpuOf(bench, load.pid);
    const cpu = Object.entries(after).map(([name, ms]) => [name, ((ms - (before[name] ?? 0)) * 1000) / result.answers]);
    const sustained = result.answers / (result.seconds + drainSeconds);
    return { ...result, waiting, sustained, cpu: Object.fromEntries(cpu) as Cpu };
  };
  await whole(warmUpSeconds);
  const rows = await captureRows(bench);
  const bare = (length: number) => insertBare({ url: hub.database_url, rows, connections, seconds: length });
  await bare(1);
  return { whole, bare };
}

type Pair = { whole: Awaited<ReturnType<Awaited<ReturnType<typeof openMeasures>>['whole']>>; bare: BareResult };

function rowsOf(pairs: readonly Pair[]): Row[] {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  const part =
    'whole path: gateway, orders, PostgreSQL; relay and events at work, one subscriber with a passive callback';
  const cpu = Object.keys(pairs[0]?.whole.cpu ?? {}).map((name) => ({
    ...{ part, what: `CPU per order, ${name}`, unit: 'µs', measured: of(({ whole }) => whole.cpu[name] ?? Number.NaN) },
  }));
  return [
    { part, what: 'orders a second', measured: of(({ whole }) => whole.perSecond) },
    { part, what: '… until their events are stored, too', measured: of(({ whole }) => whole.sustained) },
    { part, what: 'rows a second, bare pg loop', measured: of(({ bare }) => bare.perSecond) },
    { part, what: 'ratio', measured: of(({ whole, bare }) => whole.perSecond / bare.perSecond), atLeast: 0.25 },
    { part, what: 'p50', unit: 'ms', measured: of(({ whole }) => percentile(whole.latenciesMs, 0.5)) },
    { part, what: 'p99', unit: 'ms', measured: of(({ whole }) => percentile(whole.latenciesMs, 0.99)) },
    { part, what: 'p50, bare pg loop', unit: 'ms', measured: of(({ bare }) => percentile(bare.latenciesMs, 0.5)) },
    { part, what: 'p99, bare pg loop', unit: 'ms', measured: of(({ bare }) => percentile(bare.latenciesMs, 0.99)) },
    { part, what: 'messages waiting at the end of a round', measured: of(({ whole }) => whole.waiting) },
    { part, what: 'answers other than 200', measured: Math.max(...pairs.map(({ whole }) => whole.notOk)), atMost: 0 },
    ...cpu,
  ];
}

/** Measures both in turns, on the same PostgreSQL server. About 50 seconds. */
export const measureWholePath = (bench: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    await bench.subscribe(null);
    const db = new pg.Client({ connectionString: bench.hub.database_url });
    await db.connect();
    try {
      const { whole, bare } = await openMeasures(bench, start, db);
      const pairs: Pair[] = [];
      for (let turn = 0; turn < rounds; turn += 1) {
        pairs.push({ whole: await whole(seconds), bare: await bare(seconds) });
      }
      return rowsOf(pairs);
    } finally {
      await db.end();
    }
  });
