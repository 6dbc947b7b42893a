/** Orders with a customer beside orders of guests, and loyalty operations, through the whole hub. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withChildren } from '../../harness/child.ts';
import type { LoadRequest } from '../../harness/http-connection.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type Load, type LoadResult } from '../../harness/load.ts';
import type { Row } from '../../harness/report.ts';
import { orderBody } from '../../harness/samples.ts';

const rounds = 3;
const seconds = 2;
const customers = 500;
const drainPatienceMs = 30_000;

/** Creates a list of customers, each with a loyalty card. */
async function openList({ website }: BenchHub) {
  const { id: customer_list_id } = await website.createCustomerList({ body: { name: 'Guests' } });
  const customer_ids: string[] = [];
  const cards: string[] = [];
  while (cards.length < customers) {
    const { id: customer_id } = await website.createCustomer({ customer_list_id, body: orderBody.customer });
    const card = await website.createLoyaltyCard({ customer_list_id, body: { customer_id, ref: 'CARD' } });
    customer_ids.push(customer_id);
    cards.push(`/v1/customer_lists/${customer_list_id}/loyalty_cards/${card.id}/operations`);
  }
  return { customer_ids, cards };
}

/** Waits until all messages are sent, so that no round does the work of the previous one. */
async function drained(db: pg.Client): Promise<void> {
  const waiting = `select (select count(*) from orders.outbox) + (select count(*) from customers.outbox) as waiting`;
  const giveUp = performance.now() + drainPatienceMs;
  while (performance.now() < giveUp) {
    const { rows } = await db.query<{ waiting: string }>(waiting);
    if (rows[0]?.waiting === '0') return;
    await sleep(50);
  }
}

type RequestSets<Name extends string> = Record<Name, LoadRequest[]>;
type CustomerBench = { load: Load; port: number; db: pg.Client };

/** Sends each set of requests in turns, after a turn to warm up. */
async function inTurns<Name extends string>(
  { load, port, db }: CustomerBench,
  connections: number,
  sets: RequestSets<Name>,
) {
  const turns: Record<Name, LoadResult>[] = [];
  for (let turn = 0; turn <= rounds; turn += 1) {
    const results: [string, LoadResult][] = [];
    for (const [name, requests] of Object.entries<LoadRequest[]>(sets)) {
      results.push([name, await load.run({ port, connections, seconds, requests })]);
      await drained(db);
    }
    turns.push(Object.fromEntries(results) as Record<Name, LoadResult>);
  }
  return turns.slice(1);
}

type OrderSet = 'guest' | 'attached';

async function compareOrders(bench: CustomerBench, connections: number, sets: RequestSets<OrderSet>): Promise<Row[]> {
  const turns = await inTurns(bench, connections, sets);
  const part = `whole path: an order with a customer beside a guest's, ${connections} at a time`;
  const rate = (name: OrderSet) => median(turns.map((turn) => turn[name].perSecond));
  const p50 = (name: OrderSet) => median(turns.map((turn) => percentile(turn[name].latenciesMs, 0.5)));
  const notOk = Math.max(...turns.map(({ guest, attached }) => guest.notOk + attached.notOk));
  return [
    { part, what: 'p50, guest', unit: 'ms', measured: p50('guest') },
    { part, what: 'p50, with a customer', unit: 'ms', measured: p50('attached') },
    { part, what: 'orders a second, guest', measured: rate('guest') },
    { part, what: 'orders a second, with a customer', measured: rate('attached') },
    {
      part,
      what: 'times',
      measured: median(turns.map(({ guest, attached }) => guest.perSecond / attached.perSecond)),
      atMost: 2,
    },
    { part, what: 'answers other than 200', measured: notOk, atMost: 0 },
  ];
}

async function measureOperations(bench: CustomerBench, sets: RequestSets<'one' | 'many'>): Promise<Row[]> {
  const part = 'whole path: loyalty operations, 20 at a time';
  const turns = await inTurns(bench, 20, sets);
  return [
    { part, what: 'a second, all on one card', measured: median(turns.map(({ one }) => one.perSecond)) },
    { part, what: `a second, over ${customers} cards`, measured: median(turns.map(({ many }) => many.perSecond)) },
    {
      part,
      what: 'answers other than 200',
      measured: Math.max(...turns.map((t) => t.one.notOk + t.many.notOk)),
      atMost: 0,
    },
  ];
}

/** Takes about a minute. */
export const measureCustomerOrders = (hub: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const { createOrder, port } = hub;
    const request = (path: string, body: object): LoadRequest => ({ ...createOrder, path, body: JSON.stringify(body) });
    const { customer_ids, cards } = await openList(hub);
    const { customer: _guest, ...order } = orderBody;
    const attached = customer_ids.map((customer_id) => request(createOrder.path, { ...order, customer_id }));
    const operations = cards.map((path) => request(path, { delta: '1.5', reason: 'visit' }));
    const db = new pg.Client({ connectionString: hub.hub.database_url });
    await db.connect();
    try {
      const bench = { load: await startLoad(start), port, db };
      const sets = { guest: [createOrder], attached };
      return [
        ...(await compareOrders(bench, 1, sets)),
        ...(await compareOrders(bench, 20, sets)),
        ...(await measureOperations(bench, { one: operations.slice(0, 1), many: operations })),
      ];
    } finally {
      await db.end();
    }
  });
