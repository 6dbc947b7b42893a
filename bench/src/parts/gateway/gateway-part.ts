/** The gateway beside a bare proxy of the library that it uses, both in front of a service that does nothing. */
import { ownEntry, serviceEntry, withChildren, type Child } from '../../harness/child.ts';
import type { LoadRequest } from '../../harness/http-connection.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type Load } from '../../harness/load.ts';
import { cpuMs } from '../../harness/process-cpu.ts';
import type { Row } from '../../harness/report.ts';
import { locationId, orderBody } from '../../harness/samples.ts';
import { anyPort, internalKey, unlimited } from '../../harness/settings.ts';

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

async function compare(
  name: string,
  request: LoadRequest,
  load: Load,
  [gateway, bare]: [Child, Child],
): Promise<Row[]> {
  for (const child of [bare, gateway]) await round(load, child, request, 1);
  const pairs: { ours: Round; theirs: Round }[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const theirs = await round(load, bare, request);
    pairs.push({ theirs, ours: await round(load, gateway, request) });
  }
  const of = (pick: (pair: { ours: Round; theirs: Round }) => number) => median(pairs.map(pick));
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
  ];
}

/** Measures throughput and processor time per request. Takes about 50 seconds. */
export const measureGateway = (): Promise<Row[]> =>
  withChildren(async (start) => {
    const upstream = await start(ownEntry('upstream'));
    const address = `http://127.0.0.1:${upstream.port}`;
    const names = ['AUTH', 'BACK_OFFICE', 'ORDERS', 'CATALOG', 'CUSTOMERS', 'EVENTS'].map((name) => `${name}_URL`);
    const gateway = await start(serviceEntry('gateway'), {
      ...Object.fromEntries(names.map((name) => [name, address])),
      ...anyPort,
      ...unlimited,
      INTERNAL_PORT: '0',
      HUB_INTERNAL_KEYS: internalKey,
    });
    const bare = await start(ownEntry('bare-proxy'), { BENCH_UPSTREAM: address });
    const load = await startLoad(start);
    const rows: Row[] = [];
    for (const [name, request] of Object.entries(requests))
      rows.push(...(await compare(name, request, load, [gateway, bare])));
    return rows;
  });
