/**
 * RabbitMQ loses its disk while messages wait in it, as docs/operations.md#rabbitmq-lost-its-disk says: `npm run test:wide -- restore`.
 * The statements of that page are tried here.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Schemas } from '@order-hub/client';
import type { Hub } from '@order-hub/local/hub';
import { lifetime } from '@order-hub/shared/lifetime';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import { startBroker } from '../../src/broker.ts';
import { startClusters } from '../../src/restore/clusters.ts';
import { startHubOn } from '../../src/restore/restored-hub.ts';
import { root } from '../../src/root.ts';
import { aTenant, apiOf, type Connected } from '../../src/tenant.ts';

const patienceMs = 120_000;
const name = 'Ada Lovelace';
const life = lifetime();
let hub: Hub;
let db: pg.Client;
let website: Connected;
let till: Connected;
let inQueue: string;
let inOutbox: string;
let ofCustomer: string;

async function newBroker() {
  const broker = await startBroker();
  if ('unavailable' in broker) throw new Error(broker.unavailable);
  return broker;
}

/** The blocks of SQL under a heading of docs/operations.md. */
function statementsOf(heading: string): string[] {
  const text = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const section = text.split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
  return [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, statements = '']) => statements);
}

const send = (to: ServiceName, signal: NodeJS.Signals) => process.kill(hub.processes[to], signal);
const isEmpty = async (schema: string) => (await db.query(`select from ${schema}.outbox`)).rowCount === 0;

async function place(body: Pick<Schemas['OrderCreate'], 'customer_id'> = {}): Promise<string> {
  return (await apiOf(hub.base_url, website).createOrder({ body: { status: 'new', ...body } })).id;
}

beforeAll(async () => {
  const folder = life.opened(mkdtempSync(join(tmpdir(), 'order-hub-lost-broker-')), async (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const clusters = life.opened(await startClusters(), ({ remove }) => remove());
  const postgres = life.opened(await clusters.create('data'), ({ stop }) => stop());
  db = life.opened(new pg.Client({ connectionString: postgres.url }), (client) => client.end());
  await db.connect();
  const broker = await newBroker();
  hub = await startHubOn({ folder, database: postgres.url, broker: broker.url });
  const tenant = await aTenant(hub);
  const at = { location_id: tenant.location_ids[0] };
  website = await tenant.connect('website', at);
  till = await tenant.connect('till', at);
  await till.api.saveCallback({ body: { url: null, events: { order: ['create'] } } });
  const { id: customer_list_id } = await website.api.createCustomerList({ body: { name: 'Guests' } });
  const { id: customer_id } = await website.api.createCustomer({ customer_list_id, body: { last_name: name } });
  ofCustomer = await place({ customer_id });
  await eventually(() => isEmpty('orders'), patienceMs);

  // Events reads no more: a message waits in its queue. So does one for orders.
  send('events', 'SIGSTOP');
  inQueue = await place();
  await eventually(() => isEmpty('orders'), patienceMs);
  send('orders', 'SIGSTOP');
  await website.api.anonymiseCustomer({ customer_list_id, customer_id });
  await eventually(() => isEmpty('customers'), patienceMs);
  await broker.stop();
  // What the broker has sent to a stopped process must not be read after all: others take their place.
  for (const stopped of ['orders', 'events'] as const) send(stopped, 'SIGKILL');
  inOutbox = await eventually(() => place().catch(() => undefined), patienceMs);
  expect(await isEmpty('orders')).toBe(false);
  await hub.stop();

  const empty = life.opened(await newBroker(), ({ stop }) => stop());
  hub = life.opened(await startHubOn({ folder, database: postgres.url, broker: empty.url }), ({ stop }) => stop());
}, 300_000);
afterAll(() => life.close());

const listed = async () => {
  const events = await apiOf(hub.base_url, till).listEvents().toArray();
  return events.map(({ order_id }) => order_id);
};

test('what had not been confirmed is sent to the new broker; what waited in a queue is lost', async () => {
  await eventually(async () => (await listed()).includes(inOutbox), patienceMs);
  expect(await listed()).not.toContain(inQueue);
});

const nameOnOrder = async () => {
  const { customer } = await apiOf(hub.base_url, website).retrieveOrder({ order_id: ofCustomer });
  return customer?.last_name;
};

const [repeat = '', findConnections = ''] = statementsOf('RabbitMQ lost its disk');

test('the statements of the page repeat a lost anonymisation', async () => {
  expect(await nameOnOrder()).toBe(name);
  await db.query(repeat);
  await eventually(async () => (await nameOnOrder()) === null, patienceMs);
});

test('the statement of the page finds a connection whose change was lost', async () => {
  expect((await db.query(findConnections)).rows).toEqual([]);
  await db.query('update auth.connections set version = version + 1 where id = $1', [till.id]);
  expect((await db.query(findConnections)).rows).toMatchObject([{ id: till.id }]);
});

test('the statements of the page end the callback of a connection whose disconnection was lost', async () => {
  const callbacks = async () =>
    (await db.query('select from events.callbacks where connection_id = $1', [till.id])).rowCount;
  await db.query('update auth.connections set version = version + 1, disconnected_at = now() where id = $1', [till.id]);
  expect(await callbacks()).toBe(1);
  await db.query(repeat);
  expect(await callbacks()).toBe(0);
});
