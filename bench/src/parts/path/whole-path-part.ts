/** Orders through the whole path, beside the same rows written by a bare pg loop. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { captureRows } from './bare-rows.ts';
import { withBroker } from '../../harness/broker-setup.ts';
import { ask, ownEntry, withChildren, type startChild } from '../../harness/child.ts';
import { withHub, type BenchHub } from '../../harness/hub-setup.ts';
import { median, percentile } from '../../harness/latency.ts';
import { keyPlace, startLoad } from '../../harness/load.ts';
import { cpuMs, groupCpuMs, serverCpuMs } from '../../harness/process-cpu.ts';
import type { BareJob, BareResult } from '../../processes/bare-insert.ts';
import type { Row } from '../../harness/report.ts';

const connections = 20;
const rounds = 4;
const seconds = 4;
const bareSeconds = 3;
const warmUpSeconds = 5;
const drainPatienceMs = 30_000;

/** Processor time by the name of the process. */
type Cpu = Record<string, number>;

const servicesAndPostgres = 'services and PostgreSQL';

function cpuOf({ hub, broker }: BenchHub, loadPid: number): Cpu {
  const services = Object.entries(hub.processes).map(([name, pid]) => [name, cpuMs(pid)] as const);
  const PostgreSQL = hub.postgres_pid ? serverCpuMs(hub.postgres_pid) : Number.NaN;
  const group = broker?.processGroup();
  return {
    [servicesAndPostgres]: services.reduce((sum, [, ms]) => sum + ms, PostgreSQL),
    ...Object.fromEntries(services),
    PostgreSQL,
    ...(broker && { RabbitMQ: group ? groupCpuMs(group) : Number.NaN }),
    'load generator': cpuMs(loadPid),
  };
}

async function storedEvents(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ stored: number }>('select count(*)::int as stored from events.events');
  return rows[0]?.stored ?? 0;
}

/** Waits until `count` events are stored. Returns how many were missing at first, and how many seconds that took. */
async function drained(db: pg.Client, count: number): Promise<{ waiting: number; drainSeconds: number }> {
  const begun = performance.now();
  let first: number | undefined;
  for (;;) {
    const waiting = count - (await storedEvents(db));
    const waitedMs = performance.now() - begun;
    first ??= waiting;
    if (waiting <= 0 || waitedMs > drainPatienceMs) return { waiting: first, drainSeconds: waitedMs / 1000 };
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
  const keyedOrder = { ...createOrder, headers: { ...createOrder.headers, 'idempotency-key': keyPlace } };
  const whole = async (length: number, isKeyed = false) => {
    const requests = [isKeyed ? keyedOrder : createOrder];
    const storedBefore = await storedEvents(db);
    const before = cpuOf(bench, load.pid);
    const result = await load.run({ port, connections, seconds: length, requests, isKeyed });
    const { waiting, drainSeconds } = await drained(db, storedBefore + result.answers - result.notOk);
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

type Measured = Awaited<ReturnType<Awaited<ReturnType<typeof openMeasures>>['whole']>>;
type Pair = { whole: Measured; keyed: Measured; bare: BareResult };

const partName = (bus: string) =>
  `whole path: gateway, orders, PostgreSQL; relay and events at work ${bus}, one subscriber with a passive callback`;

function cpuRows(pairs: readonly Pair[], part: string): Row[] {
  return Object.keys(pairs[0]?.whole.cpu ?? {}).map((name) => ({
    ...{ part, what: `CPU per order, ${name}`, unit: 'µs' },
    measured: median(pairs.map(({ whole }) => whole.cpu[name] ?? Number.NaN)),
    ...(name === servicesAndPostgres && { atMost: 650 }),
  }));
}

/** What an `Idempotency-Key` adds. */
function keyedRows(pairs: readonly Pair[], part: string): Row[] {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  return [
    { part, what: 'orders a second, with keys', measured: of(({ keyed }) => keyed.perSecond) },
    { part, what: 'p50, with keys', unit: 'ms', measured: of(({ keyed }) => percentile(keyed.latenciesMs, 0.5)) },
    ...Object.keys(pairs[0]?.keyed.cpu ?? {}).map((name) => ({
      ...{ part, what: `CPU per order with keys, ${name}: times that without` },
      measured: of(({ whole, keyed }) => (keyed.cpu[name] ?? Number.NaN) / (whole.cpu[name] ?? Number.NaN)),
      ...(name === servicesAndPostgres && { atMost: 1.1 }),
    })),
    {
      part,
      what: 'with keys, other than 200',
      measured: Math.max(...pairs.map(({ keyed }) => keyed.notOk)),
      atMost: 0,
    },
  ];
}

function rowsOf(pairs: readonly Pair[], part: string, ratioAim: Pick<Row, 'atLeast'>): Row[] {
  const of = (pick: (pair: Pair) => number) => median(pairs.map(pick));
  return [
    { part, what: 'orders a second', measured: of(({ whole }) => whole.perSecond) },
    { part, what: '… until their events are stored, too', measured: of(({ whole }) => whole.sustained) },
    { part, what: 'rows a second, bare pg loop', measured: of(({ bare }) => bare.perSecond) },
    { part, what: 'ratio', measured: of(({ whole, bare }) => whole.perSecond / bare.perSecond), ...ratioAim },
    { part, what: 'p50', unit: 'ms', measured: of(({ whole }) => percentile(whole.latenciesMs, 0.5)) },
    { part, what: 'p99', unit: 'ms', measured: of(({ whole }) => percentile(whole.latenciesMs, 0.99)) },
    { part, what: 'p50, bare pg loop', unit: 'ms', measured: of(({ bare }) => percentile(bare.latenciesMs, 0.5)) },
    { part, what: 'p99, bare pg loop', unit: 'ms', measured: of(({ bare }) => percentile(bare.latenciesMs, 0.99)) },
    { part, what: 'events not yet stored at the end of a round', measured: of(({ whole }) => whole.waiting) },
    { part, what: 'answers other than 200', measured: Math.max(...pairs.map(({ whole }) => whole.notOk)), atMost: 0 },
    ...cpuRows(pairs, part),
    ...keyedRows(pairs, part),
  ];
}

const measureHub = (bench: BenchHub, part: string): Promise<Row[]> =>
  withChildren(async (start) => {
    await bench.subscribe(null);
    const db = new pg.Client({ connectionString: bench.hub.database_url });
    await db.connect();
    try {
      const { whole, bare } = await openMeasures(bench, start, db);
      const pairs: Pair[] = [];
      for (let turn = 0; turn < rounds; turn += 1) {
        pairs.push({
          whole: await whole(seconds),
          keyed: await whole(seconds, true),
          bare: await bare(bareSeconds),
        });
      }
      return rowsOf(pairs, part, bench.broker ? {} : { atLeast: 0.28 });
    } finally {
      await db.end();
    }
  });

/** Measures the path and the bare loop in turns, on one PostgreSQL server. Takes about a minute. */
export const measureWholePath = (): Promise<Row[]> =>
  withHub((bench) => measureHub(bench, partName('over the direct bus')));

/** The same over RabbitMQ, where one is found. */
export async function measureOverRabbitmq(): Promise<Row[]> {
  const part = partName('over RabbitMQ');
  return withBroker(part, (broker) => withHub((bench) => measureHub(bench, part), broker));
}
