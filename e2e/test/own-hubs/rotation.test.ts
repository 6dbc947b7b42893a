/** Every key of the hub is changed while requests go on (docs/upgrade.md#keys). Any order of restarts does. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { retrieveKeys } from '@order-hub/shared/management/keys';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { newServiceKeys } from '@order-hub/shared/signing-keys';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { startPostgres } from '@order-hub/testing/postgres';
import pg from 'pg';
import { hubCommand } from '../../src/command-line.ts';
import { startFleet, type Fleet } from '../../src/fleet/fleet.ts';
import { aTenant } from '../../src/tenant.ts';

const names = sized(
  ['auth', 'events', 'orders', 'gateway'] as const,
  ['auth', 'customers', 'events', 'orders', 'gateway'] as const,
);
type Name = (typeof names)[number];

const secret = () => randomBytes(24).toString('hex');
const [before, after] = [newServiceKeys(), newServiceKeys()];
const [encryption, operator] = [
  [secret(), secret()],
  [secret(), secret()],
] as const;
const formKeys = secret();

/** The settings of all processes in one step of the rotation. */
type Keys = { signing: (name: Name) => string; verifying: string; encryption: string; operator: string };
const signingOf = (name: Name) => [before.signing_keys[name], after.signing_keys[name]] as const;
const everyKey = `${before.verifying_keys},${after.verifying_keys}`;
const steps: Record<string, Keys> = {
  'before the rotation': {
    signing: (name) => signingOf(name)[0],
    verifying: before.verifying_keys,
    encryption: encryption[0],
    operator: operator[0],
  },
  'the new keys are added': {
    signing: (name) => signingOf(name).join(','),
    verifying: everyKey,
    encryption: encryption.join(','),
    operator: operator.join(','),
  },
  'the new keys come first': {
    signing: (name) => signingOf(name).toReversed().join(','),
    verifying: everyKey,
    encryption: encryption.toReversed().join(','),
    operator: operator.toReversed().join(','),
  },
  'the old keys are removed': {
    signing: (name) => signingOf(name)[1],
    verifying: after.verifying_keys,
    encryption: encryption[1],
    operator: operator[1],
  },
};

const anOrder = {
  status: 'new',
  service_type: 'collection',
  items: [{ product_name: 'Tea', price: '2.00 EUR', quantity: '1' }],
};

/** How many services get their next keys at the same time. */
const together = sized(names.length, 1);
/** Between the requests of a client: the processes that start meanwhile need the processor more. */
const pauseMs = 20;

const much = '1000000000';
/** What each process has when the requests begin: in `npm test` the new keys are added already. */
const first = sized(1, 0);
let keys = Object.values(steps)[first] as Keys;
let database: string;
const envOf = (name: ServiceName) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  MIGRATE_ON_START: 'true',
  DATABASE_URL: database,
  INTERNAL_PORT: '0',
  // The balancer of the fleet sends nothing more to a replica that is about to stop.
  DRAIN_SECONDS: '1',
  PUBLIC_URL: 'http://localhost',
  HUB_SIGNING_KEY: keys.signing(name as Name),
  HUB_VERIFYING_KEYS: keys.verifying,
  HUB_ENCRYPTION_KEYS: keys.encryption,
  HUB_FORM_KEYS: formKeys,
  HUB_OPERATOR_KEY: keys.operator,
  ...{
    RATE_LIMIT_PER_MINUTE: much,
    RATE_LIMIT_PER_HOUR: much,
    RATE_LIMIT_PER_DAY: much,
    RATE_LIMIT_HIGH_LOAD_PER_MINUTE: much,
    COST_SECONDS_PER_MINUTE: much,
  },
});

async function onServer(statement: string, url = server.url): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

const folder = mkdtempSync(join(tmpdir(), 'order-hub-rotation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: Awaited<ReturnType<typeof startPostgres>>;
const databaseName = `e2e_rotation_${randomBytes(5).toString('hex')}`;
let fleet: Fleet;
beforeAll(async () => {
  server = await startPostgres();
  await onServer(`create database ${databaseName}`);
  database = Object.assign(new URL(server.url), { pathname: `/${databaseName}` }).href;
  fleet = await startFleet({ names, envOf });
});
afterAll(async () => {
  await fleet.stop();
  await onServer(`drop database if exists ${databaseName} with (force)`);
  await server.stop();
});

type Answer = { status: number; cursor: string | undefined; body: any };

/** Each request has a connection of its own, as from a balancer that knows which replica is alive. */
const call = (token: string, route: string, body?: object) =>
  new Promise<Answer>((resolve, reject) => {
    const [method, path = ''] = route.split(' ');
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const sent = request(`${fleet.addressOf('gateway')}/v1${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cursor: response.headers['x-cursor-next'] as string | undefined,
          body: JSON.parse(text),
        }),
      );
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });

/** On a busy machine a new connection to PostgreSQL may take longer than the three seconds that a service waits. */
const isAboutDatabase = ({ status, body }: Answer) => status === 503 && /reach its database/.test(body.message);

/** Names in another order each time, in groups that are replaced together. */
function shuffledGroups(): Name[][] {
  const order = names
    .map((name) => ({ name, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
  return Array.from({ length: Math.ceil(order.length / together) }, (_, index) =>
    order.slice(index * together, (index + 1) * together),
  );
}

test('changing every key fails no request and loses no event', async () => {
  const operatorOf = () => ({ auth_url: fleet.addressOf('auth'), operator_key: keys.operator.split(',')[0] ?? '' });
  const api = { base_url: `${fleet.addressOf('gateway')}/v1`, operator: operatorOf() };
  const tenant = await aTenant(api);
  const [location_id] = tenant.location_ids;
  const website = (await tenant.connect('website', { location_id })).access_token;
  const till = (await tenant.connect('till', { location_id })).access_token;
  await call(till, 'POST /callback', { url: null, events: { order: ['create'] } });

  const failed = new Set<string>();
  let requests = 0;
  let created = 0;
  let isOver = false;
  async function ok(token: string, route: string, body?: object): Promise<Answer> {
    requests += 1;
    const answer = await call(token, route, body).catch((error: Error) => ({
      status: 0,
      cursor: undefined,
      body: error.message,
    }));
    if (answer.status !== 200 && !isAboutDatabase(answer))
      failed.add(JSON.stringify([route.split('?')[0], answer.status, answer.body]));
    return answer;
  }
  async function createOrders(): Promise<void> {
    while (!isOver) {
      const { status } = await ok(website, 'POST /location/orders', anOrder);
      if (status === 200) created += 1;
      await sleep(pauseMs);
    }
  }
  async function listOrders(): Promise<void> {
    let cursor: string | undefined;
    while (!isOver) {
      const query: string = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      cursor = (await ok(till, `GET /location/orders?count=1${query}`)).cursor;
      await sleep(pauseMs);
    }
  }
  const clients = [createOrders(), createOrders(), listOrders(), listOrders()];

  const done: string[] = [];
  try {
    for (const [step, next] of Object.entries(steps).slice(first + 1)) {
      // What the old encryption key has encrypted is encrypted again before that key goes.
      if (step === 'the old keys are removed') {
        writeFileSync(join(folder, 'operator.json'), JSON.stringify(operatorOf()));
        const reencrypted = await hubCommand(folder)('keys reencrypt');
        // Two clients' secrets and two tokens in auth, two copies in events.
        expect(reencrypted).toEqual({ reencrypted: 6, unreadable: 0 });
      }
      keys = next;
      for (const group of shuffledGroups()) await Promise.all(group.map((name) => fleet.replace(name)));
      done.push(step);
    }
  } finally {
    isOver = true;
  }
  await Promise.all(clients);
  expect([done.length, ...failed]).toEqual([sized(2, 3)]);
  expect([requests, created].every((count) => count > 100)).toBe(true);

  const { services, encrypted } = await operatorClient(operatorOf()).ask(retrieveKeys, { params: {} });
  for (const { service, signing_key, unknown_to } of services) {
    expect([service, unknown_to]).toEqual([service, []]);
    expect(signing_key !== null).toBe(names.some((name) => name === service && name !== 'gateway'));
  }
  expect(encrypted.map(({ service, is_current }) => [service, is_current])).toEqual([
    ['auth', true],
    ['events', true],
  ]);
  const count = async (table: string) =>
    Number((await onServer(`select count(*) as n from ${table}`, database)).rows[0].n);
  await eventually(async () => (await count('events.events')) === created, 60_000);
  expect(await count('orders.outbox where parked_at is not null')).toBe(0);
  process.stdout.write(`${requests} requests, ${created} orders, ${failed.size} failed\n`);
}, 600_000);
