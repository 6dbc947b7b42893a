/** The orders service alone, with 10,000 and with 1,000,000 orders in its table. */
import { keySettings } from '@order-hub/testing/keys';
import { ask, ownEntry, serviceEntry, withChildren, type Child, type startChild } from '../../harness/child.ts';
import { createDatabase } from '../../harness/create-database.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median } from '../../harness/latency.ts';
import { startLoad, type Load } from '../../harness/load.ts';
import { explainFilters } from './order-plans.ts';
import { callerHeaders, requestsOf, sampleIds, type Operation } from './order-requests.ts';
import { fillOrders } from './orders-fill.ts';
import type { PageJob, PageResult } from '../../processes/bare-page.ts';
import type { Row } from '../../harness/report.ts';
import { accountId, locationId, orderBody } from '../../harness/samples.ts';
import { anyPort } from '../../harness/settings.ts';

const connections = 4;
const rounds = 5;
const seconds = 1.5;
const yearMs = 365 * 86_400_000;
const sizes = { small: 10_000, large: 1_000_000 };

/** An orders service with a filled table. `ids` are those of some orders. */
type FilledService = { port: number; url: string; ids: string[] };

async function createOne(port: number): Promise<string> {
  const options = { method: 'POST', headers: await callerHeaders(), body: JSON.stringify(orderBody) };
  const response = await fetch(`http://127.0.0.1:${port}/locations/${locationId}/orders`, options);
  if (!response.ok) throw new Error(`create: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function openTable(
  start: typeof startChild,
  serverUrl: string,
  neighbour: Child,
  count: number,
): Promise<FilledService> {
  const url = await createDatabase(serverUrl, `bench_${count}`);
  const address = `http://127.0.0.1:${neighbour.port}`;
  const { port } = await start(serviceEntry('orders'), {
    ...anyPort,
    DATABASE_URL: url,
    ...keySettings('orders'),
    ...{ CUSTOMERS_URL: address, EVENTS_URL: address },
  });
  const order_id = await createOne(port);
  const [from, to] = [new Date(Date.now() - yearMs), new Date()];
  await fillOrders({ url, order_id, location_id: locationId, count: count - 1, from, to });
  return { port, url, ids: await sampleIds(url) };
}

async function round(load: Load, { port, ids }: FilledService, operation: Operation): Promise<number> {
  const requests = requestsOf[operation](ids, await callerHeaders());
  return (await load.run({ port, connections, seconds, requests })).perSecond;
}

/** The milliseconds per request, with all connections busy. */
const cost = (perSecond: number) => (connections * 1000) / perSecond;

async function compareSizes(
  load: Load,
  small: FilledService,
  large: FilledService,
  operation: Operation,
): Promise<Row[]> {
  const pairs: { small: number; large: number }[] = [];
  for (let turn = 0; turn <= rounds; turn += 1) {
    pairs.push({ small: await round(load, small, operation), large: await round(load, large, operation) });
  }
  const measured = pairs.slice(1);
  const part = `orders service: ${operation}`;
  return [
    {
      part,
      what: `with ${sizes.small} orders`,
      unit: 'ms',
      measured: median(measured.map((pair) => cost(pair.small))),
    },
    {
      part,
      what: `with ${sizes.large} orders`,
      unit: 'ms',
      measured: median(measured.map((pair) => cost(pair.large))),
    },
    { part, what: 'growth', measured: median(measured.map((pair) => pair.small / pair.large)), atMost: 1.2 },
  ];
}

async function compareWithBarePages(start: typeof startChild, load: Load, table: FilledService): Promise<Row[]> {
  const reader = await start(ownEntry('bare-page'));
  const { url, ids } = table;
  const job: PageJob = { url, ids, account_id: accountId, location_id: locationId, connections, seconds };
  const pairs: { ours: number; bare: number }[] = [];
  for (let turn = 0; turn <= rounds; turn += 1) {
    const { perSecond } = await ask<PageResult>(reader, job);
    pairs.push({ bare: perSecond, ours: await round(load, table, 'list of 100') });
  }
  const measured = pairs.slice(1);
  const part = 'orders service: list of 100 beside the same rows read with bare pg';
  return [
    { part, what: 'a page through the service', unit: 'ms', measured: median(measured.map(({ ours }) => cost(ours))) },
    { part, what: 'the rows with bare pg', unit: 'ms', measured: median(measured.map(({ bare }) => cost(bare))) },
    { part, what: 'times', measured: median(measured.map(({ ours, bare }) => bare / ours)), atMost: 2.4 },
  ];
}

/** Fills the tables, then measures each operation on both in turns. Takes about four minutes. */
export const measureOrders = ({ hub }: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const neighbour = await start(ownEntry('upstream'));
    const load = await startLoad(start);
    const small = await openTable(start, hub.database_url, neighbour, sizes.small);
    const large = await openTable(start, hub.database_url, neighbour, sizes.large);
    const rows: Row[] = [];
    for (const operation of Object.keys(requestsOf) as Operation[]) {
      rows.push(...(await compareSizes(load, small, large, operation)));
    }
    rows.push(...(await compareWithBarePages(start, load, large)));
    const part = `orders service: query plans with ${sizes.large} orders`;
    rows.push(...(await explainFilters(large.url, large.ids[0] ?? '', part)));
    return rows;
  });
