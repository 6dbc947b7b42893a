/** Orders through the whole path beside the viewers of order boards, and how soon a new order is on its board. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient as createApiClient } from '@order-hub/client';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant } from '@order-hub/operator/tenant';
import { logIn } from '@order-hub/testing/fairness/pages';
import { withChildren } from '../../harness/child.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type Load } from '../../harness/load.ts';
import { cpuMs, serverCpuMs } from '../../harness/process-cpu.ts';
import type { Row } from '../../harness/report.ts';
import { orderBody } from '../../harness/samples.ts';
import { openViewers } from './open-viewers.ts';

const boards = 100;
const viewersPerBoard = 3;
const rounds = 8;
const seconds = 5;
const warmUpSeconds = 4;
const connections = 20;
/** New orders on the boards, meanwhile. */
const boardOrdersPerSecond = 10;
/** The last orders of a round have so long to appear. */
const patienceMs = 2_000;

const part = `${boards * viewersPerBoard} viewers of ${boards} order boards beside the whole path`;

/** A chain with a location for each board. */
async function openChain({ hub, port }: BenchHub) {
  const operator = operatorClient(hub.operator);
  const owner = { email: 'chain@example.com', password: 'password of the chain' };
  const { user_id, account_id, location_ids } = await createTenant(operator, {
    user: owner,
    account: { name: 'Chain', currency: 'EUR' },
    locations: Array.from({ length: boards }, (_, at) => ({ name: `Shop ${at}`, timezone: 'Europe/Paris' })),
  });
  const { client_id } = await createClient(operator, { user_id, name: 'Web shop' });
  const { access_token } = await createConnection(operator, {
    client_id,
    account_id,
    scope: 'account[orders.write]',
  });
  const { browser } = await logIn(`http://127.0.0.1:${port}`, owner, '127.0.0.1');
  const api = createApiClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: access_token });
  return { api, cookie: browser.cookie(), location_ids: location_ids as readonly string[], port };
}

type Chain = Awaited<ReturnType<typeof openChain>>;

/** The order of a board that its viewers have not seen yet. */
type Waiting = { code: string; at: number };

/** Places orders on one board after the other. `seen` takes what viewers receive; orders count while `isWatched`. */
function openOrders({ api, location_ids }: Chain) {
  const waiting = new Map<string, Waiting>();
  const delaysMs: number[] = [];
  let placed = 0;
  let missed = 0;
  const state = { isWatched: false, isOver: false };
  const place = async () => {
    const code = `C${(placed += 1)}X`;
    const location_id = location_ids[placed % location_ids.length] as string;
    if (state.isWatched) {
      if (waiting.has(location_id)) missed += 1;
      waiting.set(location_id, { code, at: performance.now() });
    }
    await api.createOrder({ location_id, body: { ...orderBody, collection_code: code } });
  };
  async function keepPlacing(): Promise<void> {
    while (!state.isOver) {
      void place();
      await sleep(1_000 / boardOrdersPerSecond);
    }
  }
  return {
    state,
    keepPlacing,
    seen(location_id: string, text: string) {
      const order = waiting.get(location_id);
      if (!order || !text.includes(`>${order.code}<`)) return;
      delaysMs.push(performance.now() - order.at);
      waiting.delete(location_id);
    },
    end() {
      state.isOver = true;
      return { delaysMs: delaysMs.sort((a, b) => a - b), missing: missed + waiting.size };
    },
  };
}

const servicesCpuMs = ({ hub }: BenchHub) =>
  Object.values(hub.processes).reduce(
    (sum, pid) => sum + cpuMs(pid),
    hub.postgres_pid ? serverCpuMs(hub.postgres_pid) : Number.NaN,
  );

/** A round of the path. `cpu`: processor time per order of all services with PostgreSQL, in µs. */
async function runPath(load: Load, bench: BenchHub, length = seconds) {
  const { port, createOrder } = bench;
  const before = servicesCpuMs(bench);
  const result = await load.run({ port, connections, seconds: length, requests: [createOrder] });
  return { ...result, cpu: ((servicesCpuMs(bench) - before) * 1_000) / result.answers };
}

type Measured = Awaited<ReturnType<typeof runPath>>;
type Round = { alone: Measured; beside: Measured };

async function measureRounds(load: Load, bench: BenchHub, chain: Chain) {
  const orders = openOrders(chain);
  const measured: Round[] = [];
  void orders.keepPlacing();
  await runPath(load, bench, warmUpSeconds);
  for (let turn = 0; turn < rounds; turn += 1) {
    const close = await openViewers({ ...chain, viewersPerBoard, onText: orders.seen });
    orders.state.isWatched = true;
    const beside = await runPath(load, bench);
    orders.state.isWatched = false;
    await sleep(patienceMs);
    close();
    measured.push({ beside, alone: await runPath(load, bench) });
  }
  return { measured, ...orders.end() };
}

function rowsOf(measured: readonly Round[]): Row[] {
  const of = (pick: (round: Round) => number) => median(measured.map(pick));
  return [
    { part, what: 'orders a second, without viewers', measured: of(({ alone }) => alone.perSecond) },
    { part, what: 'orders a second', measured: of(({ beside }) => beside.perSecond) },
    {
      ...{ part, what: 'ratio', atLeast: 0.95 },
      measured: of(({ beside, alone }) => beside.perSecond / alone.perSecond),
    },
    {
      part,
      what: 'p99, without viewers',
      unit: 'ms',
      measured: of(({ alone }) => percentile(alone.latenciesMs, 0.99)),
    },
    { part, what: 'p99', unit: 'ms', measured: of(({ beside }) => percentile(beside.latenciesMs, 0.99)) },
    { part, what: 'CPU per order, without viewers', unit: 'µs', measured: of(({ alone }) => alone.cpu) },
    { part, what: 'CPU per order', unit: 'µs', measured: of(({ beside }) => beside.cpu) },
    {
      part,
      what: 'answers other than 200',
      measured: Math.max(...measured.map(({ beside }) => beside.notOk)),
      atMost: 0,
    },
  ];
}

/** Measures the path with viewers and without, in turns. Takes about two minutes. */
export const measureBoards = (bench: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const load = await startLoad(start);
    await bench.subscribe(null);
    const { measured, delaysMs, missing } = await measureRounds(load, bench, await openChain(bench));
    return [
      ...rowsOf(measured),
      { part, what: 'orders that did not appear', measured: missing, atMost: 0 },
      { part, what: 'order to its board, p50', unit: 'ms', measured: percentile(delaysMs, 0.5) },
      { part, what: 'order to its board, p99', unit: 'ms', measured: percentile(delaysMs, 0.99), atMost: 1_000 },
    ];
  });
