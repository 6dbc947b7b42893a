import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, transaction, type Database, type Queryable } from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { inboxMigration, markReceived } from '../src/messages/inbox.ts';
import { silentLog } from '../src/process/log.ts';
import { connectBus, type Bus, type Message, type OutgoingMessage } from '../src/messages/bus/bus.ts';
import { message, outboxArrays, outboxColumns, outboxCauses, outboxMigration, record } from '../src/messages/outbox.ts';
import { startRelay, type Relay } from '../src/messages/relay.ts';
import { serviceTokenHeader } from '../src/tokens/service-token.ts';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { keysOf, testSigningKeys } from '@order-hub/testing/keys';
import { freePort } from '@order-hub/testing/free-port';

const notes = {
  name: 'notes',
  up: 'create table notes (seq bigint generated always as identity, text text not null)',
  down: 'drop table notes',
};

let database: FreshDatabase;
let sender: Database;
let receiver: Database;
const closers: (() => Promise<unknown>)[] = [];

/** Closed after the test, newest first. */
function opened<T>(thing: T, close: (thing: T) => Promise<unknown>): T {
  closers.push(() => close(thing));
  return thing;
}

beforeAll(async () => {
  database = await freshDatabase();
  await migrate({ url: database.url, schema: 'customers', migrations: [outboxMigration, outboxCauses] });
  await migrate({ url: database.url, schema: 'events', migrations: [inboxMigration, notes] });
  sender = openDatabase({ url: database.url, schema: 'customers' });
  receiver = openDatabase({ url: database.url, schema: 'events' });
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await sender.query('truncate outbox');
  await receiver.query('truncate inbox, notes');
});

afterAll(async () => {
  await sender.end();
  await receiver.end();
  await database.drop();
});

const anonymised = (customer_id: string) => {
  const key = { account_id: 'account', customer_list_id: 'list', customer_id };
  return message('customer.anonymised', customer_id, { ...key, client_id: null, list_deleted: false });
};

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(20);
}

const rowsIn = async (db: Queryable, table: string) =>
  Number((await db.query(`select count(*) as n from ${table}`)).rows[0].n);
const notesKept = async () =>
  (await receiver.query<{ text: string }>('select text from notes order by seq')).rows.map(({ text }) => text);

/** Writes a note per message, once, like a consumer. */
async function note(messages: Message<'customer.anonymised'>[]): Promise<void> {
  if (messages.some(({ body }) => body.customer_id === 'poison')) throw new Error('poison');
  await transaction(receiver, async (trx) => {
    const isNew = await markReceived(
      trx,
      messages.map(({ id }) => id),
    );
    for (const { id, body } of messages) {
      if (isNew.has(id)) await trx.query('insert into notes (text) values ($1)', [body.customer_id]);
    }
  });
}

/** A consuming service's bus behind a bare HTTP server, as the gateway and express mount it. */
async function consumer(service: 'orders' | 'events', handle: typeof note, port = 0): Promise<string> {
  const bus = opened(
    await connectBus({ service, instance: service, addresses: {}, ...keysOf(service), log: silentLog }),
    (open) => open.close(),
  );
  await bus.subscribe({ topics: ['customer.anonymised'], handle });
  const server: Server = createServer((request, response) => {
    const token = String(request.headers[serviceTokenHeader]);
    void bus
      .receive?.(token, () => buffer(request))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  opened(server, (open) => {
    open.closeAllConnections();
    return new Promise((resolve) => open.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function sendingBus(addresses: { orders?: string; events?: string }): Promise<Bus> {
  const bus = await connectBus({
    service: 'customers',
    instance: 'c',
    addresses,
    ...keysOf('customers'),
    log: silentLog,
  });
  return opened(bus, (open) => open.close());
}

const relayOver = (bus: Bus, pollMs = 100): Relay =>
  opened(startRelay({ db: sender, schema: 'customers', bus, log: silentLog, batchSize: 50, pollMs }), (relay) =>
    relay.close(),
  );

const ignore = async (): Promise<void> => undefined;
const busThat = (publish: Bus['publish']): Bus => ({ publish, subscribe: ignore, isReady: () => true, close: ignore });
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `customer-${from + n}`);

describe('a committed change reaches its consumers', () => {
  test('in order, once, and leaves the outbox', async () => {
    const bus = await sendingBus({ orders: await consumer('orders', ignore), events: await consumer('events', note) });
    const relay = relayOver(bus, 60_000);
    await transaction(sender, (trx) => record(trx, ...names(0, 230).map(anonymised)));
    relay.wake();
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(await notesKept()).toEqual(names(0, 230));
  });

  test('with the request that caused it, if it has one', async () => {
    const causes: unknown[] = [];
    const noteCauses = async (messages: Message<'customer.anonymised'>[]) => {
      for (const { request_id, traceparent } of messages) causes.push([request_id, traceparent]);
    };
    const bus = await sendingBus({
      orders: await consumer('orders', ignore),
      events: await consumer('events', noteCauses),
    });
    const cause = { request_id: 'request-1', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    await record(sender, { ...anonymised('ada'), ...cause }, anonymised('eve'));
    // As a process of the release before writes it.
    const { id, topic, key, body } = anonymised('old');
    await sender.query('insert into outbox (id, topic, key, body) values ($1, $2, $3, $4)', [id, topic, key, body]);
    relayOver(bus);
    await until(() => causes.length === 3);
    expect(causes).toEqual([Object.values(cause), [null, null], [null, null]]);
  });

  test('also when the store’s own statement wrote it', async () => {
    const bus = await sendingBus({ orders: await consumer('orders', ignore), events: await consumer('events', note) });
    await sender.query(
      `insert into outbox (${outboxColumns}) 
       select unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]), unnest($6::text[])`,
      outboxArrays([anonymised('own')]),
    );
    relayOver(bus);
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(await notesKept()).toEqual(['own']);
  });

  test('although a lower sequence value commits later', async () => {
    const bus = await sendingBus({ orders: await consumer('orders', ignore), events: await consumer('events', note) });
    const relay = relayOver(bus);
    const slow = await sender.connect();
    await slow.query('begin');
    await record(slow, anonymised('slow'));
    await record(sender, anonymised('fast'));
    relay.wake();
    await until(async () => (await notesKept()).includes('fast'));
    await slow.query('commit');
    slow.release();
    await until(async () => (await notesKept()).includes('slow'));
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
  });

  test('and a rolled-back change does not', async () => {
    const bus = await sendingBus({ orders: await consumer('orders', ignore), events: await consumer('events', note) });
    const relay = relayOver(bus);
    const failed = transaction(sender, async (trx) => {
      await record(trx, anonymised('never'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await record(sender, anonymised('after'));
    relay.wake();
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(await notesKept()).toEqual(['after']);
  });
});

describe('during an outage', () => {
  test('a stopped consumer gets everything in order once it is back, and the other receives nothing twice', async () => {
    const port = await freePort();
    const received: string[] = [];
    const orders = await consumer('orders', async (messages) => {
      const isNew = messages.filter(({ body }) => !received.includes(body.customer_id));
      received.push(...isNew.map(({ body }) => body.customer_id));
    });
    const bus = await sendingBus({ orders, events: `http://127.0.0.1:${port}` });
    relayOver(bus);
    await record(sender, ...names(0, 120).map(anonymised));
    await until(() => received.length > 0);
    expect(await rowsIn(sender, 'outbox')).toBe(120);
    await consumer('events', note, port);
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(await notesKept()).toEqual(names(0, 120));
    expect(received).toEqual(names(0, 120));
  });

  test('a consumer without its database answers 503, and blocks nothing', async () => {
    let tries = 0;
    const events = await consumer('events', async (messages) => {
      if (++tries < 4) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      await note(messages);
    });
    relayOver(await sendingBus({ orders: await consumer('orders', ignore), events }));
    await record(sender, anonymised('patient'));
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(await notesKept()).toEqual(['patient']);
    expect(tries).toBe(4);
  });

  test('a rejected message is parked with its reason, and the others are sent', async () => {
    relayOver(await sendingBus({ orders: await consumer('orders', ignore), events: await consumer('events', note) }));
    const malformed = { ...anonymised('malformed'), body: '{"customer_id":' };
    await record(sender, anonymised('a'), anonymised('poison'), malformed, anonymised('b'));
    await until(async () => (await notesKept()).includes('b'));
    await until(async () => (await rowsIn(sender, 'outbox where parked_at is null')) === 0);
    expect(await notesKept()).toEqual(['a', 'b']);
    const { rows } = await sender.query('select key, parked_reason from outbox order by seq');
    expect(rows).toEqual([
      { key: 'poison', parked_reason: 'events: poison' },
      { key: 'malformed', parked_reason: expect.stringContaining('not valid JSON') },
    ]);
  });

  test('a topic whose consumer is unavailable blocks no other topic, however many messages wait', async () => {
    let isUnavailable = true;
    const published: string[] = [];
    const bus = busThat(async (messages) => {
      const taken = messages.filter(({ topic }) => topic === 'change' || !isUnavailable);
      published.push(...taken.map(({ key }) => key));
      return { stored: taken.map(({ id }) => id), rejected: [] };
    });
    const change = (key: string) => ({ ...anonymised(key), topic: 'change' as const });
    await record(sender, ...names(0, 120).map(anonymised), change('a'), anonymised('last'), change('b'));
    relayOver(bus);
    await until(async () => (await rowsIn(sender, 'outbox')) === 121);
    expect(published).toEqual(['a', 'b']);
    isUnavailable = false;
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(published).toEqual(['a', 'b', ...names(0, 120), 'last']);
  });

  test('the relay recovers after its database connection was ended', async () => {
    const bus = await sendingBus({ orders: await consumer('orders', ignore), events: await consumer('events', note) });
    const relay = relayOver(bus);
    await record(sender, anonymised('before'));
    relay.wake();
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    const ended = await sender.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(ended.rowCount).toBe(1);
    await record(sender, anonymised('after'));
    relay.wake();
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(await notesKept()).toEqual(['before', 'after']);
  });
});

describe('of two relays', () => {
  test('one works at a time; the other takes over when it closes', async () => {
    const published = { first: 0, second: 0 };
    const counting = (name: keyof typeof published) =>
      busThat(async (messages) => {
        published[name] += messages.length;
        return { stored: messages.map(({ id }) => id), rejected: [] };
      });
    const first = startRelay({ db: sender, schema: 'customers', bus: counting('first'), log: silentLog, pollMs: 50 });
    await record(sender, anonymised('a'));
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    const second = opened(
      startRelay({ db: sender, schema: 'customers', bus: counting('second'), log: silentLog, pollMs: 50 }),
      (relay) => relay.close(),
    );
    await record(sender, ...names(0, 100).map(anonymised));
    second.wake();
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(published).toEqual({ first: 101, second: 0 });

    await record(sender, anonymised('last'));
    await first.close();
    expect(await rowsIn(sender, 'outbox')).toBe(0);
    await record(sender, anonymised('taken over'));
    await until(async () => (await rowsIn(sender, 'outbox')) === 0);
    expect(published).toEqual({ first: 102, second: 1 });
  });
});

test('a closing relay ends after a batch, although messages keep coming', async () => {
  let batches = 0;
  const bus = busThat(async (messages) => {
    batches += 1;
    await record(sender, anonymised('one more'));
    return { stored: messages.map(({ id }) => id), rejected: [] };
  });
  await record(sender, anonymised('first'));
  const relay = startRelay({ db: sender, schema: 'customers', bus, log: silentLog, pollMs: 50 });
  await until(() => batches > 3);
  await relay.close();
  expect(await rowsIn(sender, 'outbox')).toBe(1);
});

test('a topic whose consumer was unavailable is retried, although messages of other topics keep coming', async () => {
  let isUnavailable = true;
  const published: string[] = [];
  const bus = busThat(async (messages) => {
    const taken = messages.filter(({ topic }) => topic === 'change' || !isUnavailable);
    if (taken.length < messages.length) isUnavailable = false;
    published.push(...taken.map(({ key }) => key));
    if (!published.includes('patient')) await record(sender, { ...anonymised('other'), topic: 'change' });
    return { stored: taken.map(({ id }) => id), rejected: [] };
  });
  await record(sender, anonymised('patient'));
  relayOver(bus);
  await until(() => published.includes('patient'));
  await until(async () => (await rowsIn(sender, 'outbox')) === 0);
});

const bodyOf = (text: string) => () => Promise.resolve(Buffer.from(text));
const batchOf = (...messages: OutgoingMessage[]) => {
  const sent = messages.map(({ body, ...envelope }) => ({
    ...envelope,
    version: 1,
    body: JSON.parse(body) as unknown,
  }));
  return bodyOf(JSON.stringify({ messages: sent }));
};

describe('the receiving end', () => {
  test('answers 401 without our token, 400 to an invalid batch, 503 before there is a subscription', async () => {
    const bus = opened(
      await connectBus({ service: 'events', instance: 'e', addresses: {}, ...keysOf('events'), log: silentLog }),
      (open) => open.close(),
    );
    const { signServiceToken } = await import('../src/tokens/service-token.ts');
    const token = await signServiceToken(testSigningKeys.customers, 'customers', 'events');
    const elsewhere = await signServiceToken(testSigningKeys.customers, 'customers', 'orders');
    const delivery = batchOf(anonymised('a'));
    const unread = () => Promise.reject<Buffer>(new Error('the body was read'));
    expect(await bus.receive?.(undefined, unread)).toMatchObject({ status: 401 });
    expect(await bus.receive?.(elsewhere, unread)).toMatchObject({ status: 401 });
    expect(await bus.receive?.(token, bodyOf('{"messages":'))).toMatchObject({ status: 400 });
    expect(await bus.receive?.(token, bodyOf('{}'))).toMatchObject({ status: 400 });
    expect(await bus.receive?.(token, delivery)).toMatchObject({ status: 503 });
    await bus.subscribe({ topics: ['customer.anonymised'], handle: ignore });
    expect(await bus.receive?.(token, delivery)).toEqual({ status: 200, body: '{"rejected":[]}' });
  });

  test('rejects a message of a topic that its sender may not send, and stores the others', async () => {
    const bus = opened(
      await connectBus({ service: 'events', instance: 'e', addresses: {}, ...keysOf('events'), log: silentLog }),
      (open) => open.close(),
    );
    const handled: string[] = [];
    await bus.subscribe({
      topics: ['customer.anonymised', 'connection'],
      handle: async (messages) => void handled.push(...messages.map(({ id }) => id)),
    });
    const { signServiceToken } = await import('../src/tokens/service-token.ts');
    const token = await signServiceToken(testSigningKeys.customers, 'customers', 'events');
    const forged = { ...anonymised('forged'), topic: 'connection' as const };
    const own = anonymised('own');
    expect(await bus.receive?.(token, batchOf(forged, own))).toEqual({
      status: 200,
      body: JSON.stringify({ rejected: [{ id: forged.id, reason: 'customers may not send connection' }] }),
    });
    expect(handled).toEqual([own.id]);
  });
});
