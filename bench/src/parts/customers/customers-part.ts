/** The customers service alone, with 10,000 and with 1,000,000 customers in one list. */
import { keySettings } from '@order-hub/testing/keys';
import pg from 'pg';
import { createDatabase } from '../../harness/create-database.ts';
import { serviceEntry, withChildren, ownEntry, type startChild } from '../../harness/child.ts';
import { fillCustomers } from './customers-fill.ts';
import {
  customerBody,
  customerHeaders,
  customerOperations,
  hardFilters,
  searchRequest,
  type FilledList,
} from './customer-requests.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type Load } from '../../harness/load.ts';
import type { Row } from '../../harness/report.ts';
import { accountId } from '../../harness/samples.ts';
import { anyPort } from '../../harness/settings.ts';

const connections = 4;
const rounds = 3;
const seconds = 1;
const sizes = { small: 10_000, large: 1_000_000 };

/** A customers service with a filled list. */
type FilledService = FilledList & { port: number };

async function post(port: number, path: string, body: object): Promise<{ id: string }> {
  const options = { method: 'POST', headers: await customerHeaders(), body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, options);
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

/** Up to 500 customers, spread evenly over the list: their ids, and the fields that the service stores. */
async function readSamples(url: string, list: string) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const { rows } = await db.query<{ id: string; fields: string }>(
      `select id, fields from (select id, fields, row_number() over (order by id) as position, count(*) over () as total
                               from customers.customers where customer_list_id = $1) as numbered
       where position % greatest(1, total / 500) = 0`,
      [list],
    );
    return rows;
  } finally {
    await db.end();
  }
}

async function openTable(start: typeof startChild, serverUrl: string, count: number): Promise<FilledService> {
  const url = await createDatabase(serverUrl, `bench_customers_${count}`);
  const neighbour = await start(ownEntry('upstream'));
  const address = `http://127.0.0.1:${neighbour.port}`;
  const neighbours = { ORDERS_URL: address, EVENTS_URL: address };
  const settings = { ...anyPort, DATABASE_URL: url, ...keySettings('customers'), ...neighbours };
  const { port } = await start(serviceEntry('customers'), settings);
  const { id: list } = await post(port, `/accounts/${accountId}/customer_lists`, { name: 'Guests' });
  const path = `/customer_lists/${list}/customers`;
  await post(port, path, customerBody);
  const [sample] = await readSamples(url, list);
  await fillCustomers({ url, list, count, sample: JSON.parse(sample?.fields ?? '{}') as object });
  return { port, path, count, ids: (await readSamples(url, list)).map(({ id }) => id) };
}

async function round(load: Load, table: FilledService, operation: string): Promise<number> {
  const requests = customerOperations[operation]?.(table, await customerHeaders()) ?? [];
  const { latenciesMs } = await load.run({ port: table.port, connections, seconds, requests });
  return percentile(latenciesMs, 0.5);
}

/** The median latency of an operation in a small and a large list, measured in turns. */
async function compareSizes(load: Load, small: FilledService, large: FilledService, operation: string): Promise<Row[]> {
  const pairs: { small: number; large: number }[] = [];
  for (let turn = 0; turn <= rounds; turn += 1) {
    pairs.push({ small: await round(load, small, operation), large: await round(load, large, operation) });
  }
  const measured = pairs.slice(1);
  const part = `customers service: ${operation}`;
  const middle = (size: 'small' | 'large') => median(measured.map((pair) => pair[size]));
  const aim = operation.includes('beginning') ? { atMost: 15 } : {};
  return [
    { part, what: `p50 with ${sizes.small} customers`, unit: 'ms', measured: middle('small') },
    { part, what: `p50 with ${sizes.large} customers`, unit: 'ms', measured: middle('large'), ...aim },
    { part, what: 'growth', measured: median(measured.map((pair) => pair.large / pair.small)), atMost: 1.2 },
  ];
}

/** The most expensive filters, one request at a time. */
async function measureHard(load: Load, table: FilledService): Promise<Row[]> {
  const part = `customers service: filters that many match, or seem to, with ${sizes.large} customers`;
  const rows: Row[] = [];
  for (const filter of hardFilters) {
    const requests = [searchRequest(table, filter, await customerHeaders())];
    const { latenciesMs } = await load.run({ port: table.port, connections: 1, seconds, requests });
    const what = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
    rows.push({
      part,
      what: `p50 of ${what.join(' ')}`,
      unit: 'ms',
      measured: percentile(latenciesMs, 0.5),
      atMost: 200,
    });
  }
  return rows;
}

/** Fills the tables, then measures each operation on both in turns. */
export const measureCustomers = ({ hub }: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const load = await startLoad(start);
    const small = await openTable(start, hub.database_url, sizes.small);
    const large = await openTable(start, hub.database_url, sizes.large);
    const rows: Row[] = [];
    for (const operation of Object.keys(customerOperations)) {
      rows.push(...(await compareSizes(load, small, large, operation)));
    }
    return [...rows, ...(await measureHard(load, large))];
  });
