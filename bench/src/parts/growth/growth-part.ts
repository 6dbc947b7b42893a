/** The whole hub with very many orders beside one with a hundredth of them. */
import { extendPartitions } from '@order-hub/shared/extend-partitions';
import { openDatabase } from '@order-hub/shared/database';
import { withChildren } from '../../harness/child.ts';
import type { LoadRequest } from '../../harness/http-connection.ts';
import { withHub, type BenchHub } from '../../harness/hub-setup.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type Load, type LoadResult } from '../../harness/load.ts';
import type { Row } from '../../harness/report.ts';
import { orderBody } from '../../harness/samples.ts';
import { growthOrders } from '../../harness/settings.ts';
import { sampleIds, timeOf } from '../orders/order-requests.ts';
import { fillOrders } from '../orders/orders-fill.ts';
import { fillWaiting } from './waiting-fill.ts';

const connections = 4;
const rounds = 5;
const seconds = 2;
const pushesPerSecond = 50;
/** The orders are spread over these years, and the partitions with them. */
const years = { from: new Date(), to: new Date(Date.now() + 4 * 365 * 86_400_000) };
/** Of so many orders, one has an event that waits. */
const perWaiting = 10;

type Filled = BenchHub & { count: number; ids: string[] };

/** Adds the partitions of the years, as time will. */
async function addPartitions(url: string): Promise<void> {
  const { signal } = new AbortController();
  for (const [schema, months] of Object.entries({ orders: 12, events: 3 })) {
    const db = openDatabase({ url, schema });
    const table = schema === 'orders' ? 'orders' : 'changes';
    for (let at = years.from.getTime(); at < years.to.getTime(); at += 28 * 86_400_000) {
      await extendPartitions({ db, table, months, now: new Date(at), signal });
    }
    await db.end();
  }
}

async function fill(bench: BenchHub, count: number, callbackPort: number): Promise<Filled> {
  const { account_id, location_id } = bench;
  const url = bench.hub.database_url;
  await addPartitions(url);
  const { id: order_id } = await bench.website.createOrder({ body: orderBody });
  await fillOrders({ url, order_id, location_id, count, ...years });
  await fillWaiting({ url, account_id, location_id, count: count / perWaiting, ...years });
  await bench.subscribe(`http://127.0.0.1:${callbackPort}/orders`);
  return { ...bench, count, ids: await sampleIds(url, location_id) };
}

/** The requests of each operation. */
const requestsOf: Record<string, (filled: Filled) => LoadRequest[]> = {
  create: ({ createOrder }) => [createOrder],
  retrieve: ({ ids, createOrder: { path, headers } }) =>
    ids.map((id) => ({ method: 'GET', path: `${path}/${id}`, headers })),
  'list of 100': ({ ids, createOrder: { path, headers } }) =>
    ids.map((id) => ({ method: 'GET', path: `${path}?count=100&after=${timeOf(id)}`, headers })),
  update: ({ ids, createOrder: { path, headers } }) =>
    ids.map((id, index) => {
      const body = JSON.stringify({ custom_fields: { bench: `${index}-${Date.now()}` } });
      return { method: 'PATCH', path: `${path}/${id}`, headers, body };
    }),
};

type Operation = {
  what: string;
  run(load: Load, filled: Filled): Promise<LoadResult>;
  cost(result: LoadResult): number;
};

/** `cost`: milliseconds of an operation. */
const operations: Operation[] = [
  ...Object.entries(requestsOf).map(([what, requests]) => ({
    what,
    run: (load: Load, filled: Filled) =>
      load.run({ port: filled.port, connections, seconds, requests: requests(filled) }),
    cost: ({ perSecond }: LoadResult) => (connections * 1000) / perSecond,
  })),
  {
    what: 'create answer to callback, p50',
    run: (load, { port, createOrder }) =>
      load.run({ port, connections, seconds, rate: pushesPerSecond, requests: [createOrder] }),
    cost: ({ callbackMs }) => percentile(callbackMs, 0.5),
  },
];

async function compare(load: Load, [small, large]: [Filled, Filled], { what, run, cost }: Operation): Promise<Row[]> {
  const pairs: { small: number; large: number }[] = [];
  for (let turn = 0; turn <= rounds; turn += 1) {
    pairs.push({ small: cost(await run(load, small)), large: cost(await run(load, large)) });
  }
  const measured = pairs.slice(1);
  const part = `growth, through the whole hub: ${what}`;
  const row = (of: 'small' | 'large', { count }: Filled): Row => ({
    ...{ part, what: `with ${count} orders`, unit: 'ms' },
    measured: median(measured.map((pair) => pair[of])),
  });
  const growth = median(measured.map((pair) => pair.large / pair.small));
  return [row('small', small), row('large', large), { part, what: 'growth', measured: growth, atMost: 1.2 }];
}

/** Fills two hubs, then measures each operation on both in turns. Takes three minutes, and a minute for each million orders. */
export const measureGrowth = (): Promise<Row[]> =>
  withHub((one) =>
    withHub((other) =>
      withChildren(async (start) => {
        const load = await startLoad(start);
        const small = await fill(one, growthOrders / 100, load.port);
        const large = await fill(other, growthOrders, load.port);
        const rows: Row[] = [];
        for (const operation of operations) rows.push(...(await compare(load, [small, large], operation)));
        return rows;
      }),
    ),
  );
