/** The gateway beside a bare proxy of the library that it uses, both in front of a service that does nothing. */
import { keySettings } from '@order-hub/testing/keys';
import { startRedis } from '@order-hub/testing/redis';
import { ownEntry, serviceEntry, withChildren, type Child } from '../../harness/child.ts';
import type { LoadRequest } from '../../harness/http-connection.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type Load } from '../../harness/load.ts';
import { cpuMs } from '../../harness/process-cpu.ts';
import type { Row } from '../../harness/report.ts';
import { locationId, orderBody } from '../../harness/samples.ts';
import { anyPort, unlimited } from '../../harness/settings.ts';

const connections = 20;
const rounds = 4;
const seconds = 2.5;

type Round = { perSecond: number; cpuUs: number; p99: number };

async function round(load: Load, { pid, port }: Child, request: LoadRequest, length = seconds): Promise<Round> {
  const before = cpuMs(pid);
  const { answers, perSecond, latenciesMs } = await load.run({
    port,
    connections,
    seconds: length,
    requests: [request],
  });
  return { perSecond, cpuUs: ((cpuMs(pid) - before) * 1000) / answers, p99: percentile(latenciesMs, 0.99) };
}

const headers = { 'x-access-token': 'bench', 'content-type': 'application/json', 'user-agent': 'bench', accept: '*/*' };
const path = `/v1/locations/${locationId}/orders`;
const requests: Record<string, LoadRequest> = {
  'create an order': { method: 'POST', path, headers, body: JSON.stringify(orderBody) },
  'retrieve an order': { method: 'GET', path: `${path}/0mh8g0000bench000002`, headers },
};

/** `shared`: the gateway that counts in Redis, if there is one. */
type Measured = { gateway: Child; bare: Child; shared: Child | undefined };
type Turn = { ours: Round; theirs: Round; shared: Round | undefined };

/** What it costs to count in Redis. */
function sharedRows(part: string, turns: readonly Turn[]): Row[] {
  const pairs = turns.flatMap(({ ours, shared }) => (shared ? [{ ours, shared }] : []));
  if (pairs.length === 0) return [{ part, what: 'with Redis', measured: Number.NaN, note: 'no Redis' }];
  return [
    { part, what: 'CPU per request with Redis', unit: 'µs', measured: median(pairs.map(({ shared }) => shared.cpuUs)) },
    {
      part,
      what: '… more than without',
      unit: 'µs',
      measured: median(pairs.map(({ ours, shared }) => shared.cpuUs - ours.cpuUs)),
    },
    { part, what: 'p99 with Redis', unit: 'ms', measured: median(pairs.map(({ shared }) => shared.p99)) },
  ];
}

async function compare(
  name: string,
  request: LoadRequest,
  load: Load,
  { gateway, bare, shared }: Measured,
): Promise<Row[]> {
  for (const child of [bare, gateway, ...(shared ? [shared] : [])]) await round(load, child, request, 1);
  const turns: Turn[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const theirs = await round(load, bare, request);
    const ours = await round(load, gateway, request);
    turns.push({ theirs, ours, shared: shared && (await round(load, shared, request)) });
  }
  const of = (pick: (turn: Turn) => number) => median(turns.map(pick));
  const part = `gateway, ${name}`;
  return [
    { part, what: 'requests a second', measured: of(({ ours }) => ours.perSecond) },
    { part, what: '… of the bare proxy', measured: of(({ theirs }) => theirs.perSecond) },
    { part, what: 'ratio', measured: of(({ ours, theirs }) => ours.perSecond / theirs.perSecond), atLeast: 0.7 },
    { part, what: 'CPU per request', unit: 'µs', measured: of(({ ours }) => ours.cpuUs) },
    { part, what: '… of the bare proxy', unit: 'µs', measured: of(({ theirs }) => theirs.cpuUs) },
    {
      part,
      what: 'CPU ratio, bare to gateway',
      measured: of(({ ours, theirs }) => theirs.cpuUs / ours.cpuUs),
      atLeast: 0.7,
    },
    { part, what: 'p99', unit: 'ms', measured: of(({ ours }) => ours.p99) },
    ...sharedRows(part, turns),
  ];
}

function gatewaySettings(upstream: Child): NodeJS.ProcessEnv {
  const address = `http://127.0.0.1:${upstream.port}`;
  const names = ['AUTH', 'BACK_OFFICE', 'ORDERS', 'CATALOG', 'CUSTOMERS', 'EVENTS'].map((name) => `${name}_URL`);
  const addresses = Object.fromEntries(names.map((name) => [name, address]));
  return { ...addresses, ...anyPort, ...unlimited, INTERNAL_PORT: '0', ...keySettings('gateway') };
}

/** Measures throughput and processor time per request. Takes about 80 seconds. */
export async function measureGateway(): Promise<Row[]> {
  const redis = await startRedis();
  const url = 'url' in redis ? redis.url : undefined;
  try {
    return await withChildren(async (start) => {
      const upstream = await start(ownEntry('upstream'));
      const settings = gatewaySettings(upstream);
      const gateway = await start(serviceEntry('gateway'), settings);
      const shared = url ? await start(serviceEntry('gateway'), { ...settings, REDIS_URL: url }) : undefined;
      const bare = await start(ownEntry('bare-proxy'), { BENCH_UPSTREAM: `http://127.0.0.1:${upstream.port}` });
      const load = await startLoad(start);
      const rows: Row[] = [];
      for (const [name, request] of Object.entries(requests))
        rows.push(...(await compare(name, request, load, { gateway, bare, shared })));
      return rows;
    });
  } finally {
    if ('stop' in redis) await redis.stop();
  }
}
