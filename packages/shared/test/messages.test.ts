import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { keysOf, testSigningKeys } from '@order-hub/testing/keys';
import {
  deleteParkedMessage,
  findParkedMessage,
  listParkedMessages,
  retryParkedMessages,
} from '../src/backlog/parked-messages.ts';
import { retrieveBacklog } from '../src/backlog/retrieve-backlog.ts';
import { batchMax } from '../src/calls/backlog-calls.ts';
import { noRequest } from '../src/contracts/message-cause.ts';
import { type Database, openDatabase, type Queryable, transaction } from '../src/data/database.ts';
import { keptRepliesMigration } from '../src/data/kept-replies/kept-reply.store.ts';
import { migrate } from '../src/data/migrate.ts';
import { startAnonymising } from '../src/messages/anonymising.ts';
import { unparkRows } from '../src/messages/backlog/parked-message.store.ts';
import { parkedMessages } from '../src/messages/backlog/parked-messages.ts';
import {
  type Bus,
  connectBus,
  type Message,
  type OutgoingMessage,
  type Subscription,
} from '../src/messages/bus/bus.ts';
import { consumer, type Consumer, startConsuming } from '../src/messages/consumer.ts';
import { heldCauses, heldMessagesMigration, insertHeld } from '../src/messages/held-messages.ts';
import { deleteOldMessages, inboxMigration, markReceived } from '../src/messages/inbox.ts';
import { anonymiseOutbox } from '../src/messages/outbox-anonymising.ts';
import { outboxHasRoom } from '../src/messages/outbox-room.ts';
import { message, outboxArrays, outboxCauses, outboxColumns, outboxMigration, record } from '../src/messages/outbox.ts';
import { park } from '../src/messages/parking.ts';
import { type Relay, startRelay } from '../src/messages/relay.ts';
import { resourceChanged } from '../src/messages/resource-changed.ts';
import { lifetime } from '../src/process/lifetime.ts';
import { silentLog } from '../src/process/log.ts';
import { openMetrics } from '../src/process/metrics.ts';
import { serviceTokenHeader } from '../src/tokens/service-token.ts';
import { newId, timeOfId } from '../src/values/ids.ts';

describe('the relay', () => {
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
      await connectBus({
        service,
        instance: service,
        addresses: {},
        metrics: openMetrics(),
        ...keysOf(service),
        log: silentLog,
      }),
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
      metrics: openMetrics(),
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
  const busThat = (publish: Bus['publish']): Bus => ({
    publish,
    subscribe: ignore,
    isReady: () => true,
    close: ignore,
  });
  const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `customer-${from + n}`);

  describe('a committed change reaches its consumers', () => {
    test('in order, once, and leaves the outbox', async () => {
      const bus = await sendingBus({
        orders: await consumer('orders', ignore),
        events: await consumer('events', note),
      });
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
      const bus = await sendingBus({
        orders: await consumer('orders', ignore),
        events: await consumer('events', note),
      });
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
      const bus = await sendingBus({
        orders: await consumer('orders', ignore),
        events: await consumer('events', note),
      });
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
      const bus = await sendingBus({
        orders: await consumer('orders', ignore),
        events: await consumer('events', note),
      });
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
      const bus = await sendingBus({
        orders: await consumer('orders', ignore),
        events: await consumer('events', note),
      });
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
        await connectBus({
          service: 'events',
          instance: 'e',
          addresses: {},
          metrics: openMetrics(),
          ...keysOf('events'),
          log: silentLog,
        }),
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
        await connectBus({
          service: 'events',
          instance: 'e',
          addresses: {},
          metrics: openMetrics(),
          ...keysOf('events'),
          log: silentLog,
        }),
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
});

describe('a consumer', () => {
  const effects = { name: 'effects', up: 'create table effects (text text not null)', down: 'drop table effects' };

  let fresh: FreshDatabase;
  let db: Database;
  let life: ReturnType<typeof lifetime>;

  beforeAll(async () => {
    fresh = await freshDatabase();
    await migrate({
      url: fresh.url,
      schema: 'orders',
      migrations: [inboxMigration, heldMessagesMigration, heldCauses, effects],
    });
    db = openDatabase({ url: fresh.url, schema: 'orders' });
  });
  beforeEach(() => {
    life = lifetime();
  });
  afterEach(async () => {
    await life.close();
    await db.query('truncate inbox, effects');
  });
  afterAll(async () => {
    await db.end();
    await fresh.drop();
  });

  const anonymised = (id: string): Message<'customer.anonymised'> => ({
    id,
    topic: 'customer.anonymised',
    key: id,
    body: { account_id: 'account', customer_list_id: 'list', customer_id: id, client_id: null, list_deleted: false },
    ...noRequest,
  });

  /** Writes one row per message. */
  const writing = consumer('customer.anonymised', async (messages, _deps: object, trx) => {
    for (const { id } of messages) await trx.query('insert into effects values ($1)', [id]);
    return undefined;
  });

  /** Starts a consumer. Returns a function that delivers a batch to it. */
  async function consuming(declared: Consumer<object>) {
    let handle: Subscription['handle'] | undefined;
    const bus = {
      subscribe: async (subscription: Subscription) => void (handle = subscription.handle),
    } as Pick<Bus, 'subscribe'> as Bus;
    const others = { log: silentLog, park: () => Promise.resolve(), now: () => new Date(), inboxDays: 30 };
    await startConsuming([declared], { db, bus, life, ...others, deps: {} });
    return async (...ids: string[]) => handle?.(ids.map(anonymised));
  }

  const rows = async (column: string, table: string) =>
    (await db.query<{ value: string }>(`select ${column} as value from ${table} order by 1`)).rows.map(
      ({ value }) => value,
    );
  const effectsKept = () => rows('text', 'effects');
  const received = () => rows('message_id', 'inbox');

  describe('a message acts once', () => {
    test('when it is delivered three times', async () => {
      const deliver = await consuming(writing);
      await deliver('a');
      await deliver('a', 'b');
      await deliver('b', 'a');
      expect(await effectsKept()).toEqual(['a', 'b']);
    });

    test('when a batch has it twice', async () => {
      const batches: string[][] = [];
      const deliver = await consuming(
        consumer('customer.anonymised', async (messages, _deps: object) => {
          batches.push(messages.map(({ id }) => id));
          return undefined;
        }),
      );
      await deliver('a', 'b', 'a');
      await deliver('b');
      expect(batches).toEqual([['a', 'b']]);
    });

    test('when two transactions receive it concurrently', async () => {
      const ids = Array.from({ length: 50 }, (_, n) => String(n));
      const claims = await Promise.all(
        [ids, [...ids].reverse()].map((list) => transaction(db, (trx) => markReceived(trx, list))),
      );
      expect(claims.map(({ size }) => size).sort((a, b) => a - b)).toEqual([0, 50]);
    });

    test('but again once it is deleted from the inbox, so many days after it was received', async () => {
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
      const [old, late, recent] = [newId(daysAgo(40)), newId(daysAgo(40)), newId(daysAgo(20))];
      await markReceived(db, [old, late, recent]);
      await db.query(`update inbox set received_at = $2 where message_id = any ($1)`, [[old, recent], daysAgo(31)]);
      const last = await deleteOldMessages(db, daysAgo(30), '');
      expect(last).toBe([old, late].sort().at(-1));
      expect(await deleteOldMessages(db, daysAgo(30), last ?? '')).toBe(null);
      expect(await received()).toEqual([late, recent]);
    });
  });

  test('a handler that throws leaves no inbox row and no effect, and can retry', async () => {
    let fails = true;
    const deliver = await consuming(
      consumer('customer.anonymised', async (messages, deps: object, trx) => {
        await writing.handle(messages as never, deps, trx);
        if (fails) throw new Error('no');
        return undefined;
      }),
    );
    await expect(deliver('a')).rejects.toThrow('no');
    expect([await effectsKept(), await received()]).toEqual([[], []]);
    fails = false;
    await deliver('a');
    expect([await effectsKept(), await received()]).toEqual([['a'], ['a']]);
  });

  describe('afterCommit', () => {
    test('runs after the commit', async () => {
      const steps: unknown[] = [];
      const seen: Promise<string[]>[] = [];
      const deliver = await consuming(
        consumer('customer.anonymised', async (messages, deps: object, trx) => {
          await writing.handle(messages as never, deps, trx);
          steps.push('handled', await effectsKept());
          return () => {
            steps.push('committed');
            seen.push(effectsKept());
          };
        }),
      );
      await deliver('a');
      expect(steps).toEqual(['handled', [], 'committed']);
      expect(await seen[0]).toEqual(['a']);
    });

    test('does not run when the commit fails', async () => {
      let called = false;
      const deliver = await consuming(
        consumer('customer.anonymised', async (_messages, _deps: object, trx) => {
          // A deferred constraint: only the commit notices.
          await trx.query('create temporary table once (n int unique deferrable initially deferred) on commit drop');
          await trx.query('insert into once values (1), (1)');
          return () => void (called = true);
        }),
      );
      await expect(deliver('a')).rejects.toThrow('duplicate key');
      expect([called, await received()]).toEqual([false, []]);
    });
  });
});

/** Parked messages, as operators list, retry and delete them (docs/decisions/0021-rejected-messages-are-parked.md). */
describe('parked messages', () => {
  let database: FreshDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    await migrate({
      url: database.url,
      schema: 'customers',
      migrations: [outboxMigration, outboxCauses, heldMessagesMigration, heldCauses, parkedMessages],
    });
    db = openDatabase({ url: database.url, schema: 'customers' });
  });
  afterEach(() => db.query('truncate outbox, held_messages, retries'));
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const nobody = () => Promise.resolve(new Set<string>());
  const anonymised = (): OutgoingMessage =>
    message('customer.anonymised', newId(), {
      ...{
        account_id: 'account',
        customer_list_id: 'list',
        customer_id: newId(),
        client_id: null,
        list_deleted: false,
      },
    });
  const aLocation = () => message('location', newId(), { id: newId(), account_id: 'account' });
  const write = (...messages: OutgoingMessage[]) => transaction(db, (trx) => record(trx, ...messages));
  const parkAll = (messages: OutgoingMessage[], reason = 'no') =>
    park(
      db,
      messages.map((one) => ({ ...one, reason })),
      nobody,
    );
  const soon = () => new Date(Date.now() + 60_000).toISOString();
  const ids = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);

  test('a parked message has no body; alone it shows the ids in it', async () => {
    const change: OutgoingMessage = {
      id: newId(),
      topic: 'change',
      key: 'order 1',
      body: JSON.stringify({
        ...{ resource_type: 'order', event_type: 'update', account_id: 'a', ids: { order_id: 'o' }, customer_id: null },
        new_state: '{"customer":{"email":"ada@example.com"}}',
        previous_state: null,
      }),
    };
    // As a sender parks it over the direct bus.
    await write(change);
    await db.query(`update outbox set parked_at = now(), parked_reason = 'events: no'`);
    const [listed] = await listParkedMessages(db, { count: 10 });
    expect(listed).toEqual({
      id: change.id,
      topic: 'change',
      key: 'order 1',
      created_at: timeOfId(change.id).toISOString(),
      parked_at: expect.any(String),
      reason: 'events: no',
      attempts: 1,
      bytes: change.body.length,
      is_empty: false,
    });
    const details = { ...listed, type: 'order.update', account_id: 'a', ids: { order_id: 'o' } };
    expect(await findParkedMessage(db, change.id)).toEqual(details);
    expect(await findParkedMessage(db, newId())).toBeUndefined();
  });

  test('the newest message first, by topic, page by page; waiting messages are not among them', async () => {
    const [first, second, third, waiting] = [anonymised(), aLocation(), anonymised(), anonymised()];
    await parkAll([third, first, second]);
    await write(waiting);
    expect(ids(await listParkedMessages(db, { count: 10 }))).toEqual([third.id, second.id, first.id]);
    expect(ids(await listParkedMessages(db, { count: 10, topic: 'customer.anonymised' }))).toEqual([
      third.id,
      first.id,
    ]);
    expect(ids(await listParkedMessages(db, { count: 1, before: third.id }))).toEqual([second.id]);
    expect(ids(await listParkedMessages(db, { count: 1, before: third.id, inclusive: true }))).toEqual([third.id]);
  });

  describe('a retry', () => {
    const waiting = async () =>
      ids((await db.query('select id from outbox where parked_at is null order by seq')).rows);

    test('lets the relay send one message, those of a topic, or all; a repetition does nothing', async () => {
      const [one, other, location] = [anonymised(), anonymised(), aLocation()];
      await parkAll([one, other, location]);
      const parked_before = soon();
      expect(await retryParkedMessages(db, { id: one.id, parked_before })).toEqual({ retried: 1, more: false });
      expect(await waiting()).toEqual([one.id]);
      expect(await retryParkedMessages(db, { id: one.id, parked_before })).toEqual({ retried: 0, more: false });
      await retryParkedMessages(db, { topic: 'location', parked_before });
      expect(await waiting()).toEqual([one.id, location.id]);
      expect((await retryParkedMessages(db, { parked_before })).retried).toBe(1);
      expect(await listParkedMessages(db, { count: 10 })).toEqual([]);
    });

    test('leaves messages without a body, and those that were parked again since', async () => {
      const [kept, empty] = [anonymised(), { ...anonymised(), body: 'not JSON' }];
      const parked_before = new Date(Date.now() - 60_000).toISOString();
      await parkAll([kept, empty]);
      expect((await retryParkedMessages(db, { parked_before })).retried).toBe(0);
      expect((await retryParkedMessages(db, { parked_before: soon() })).retried).toBe(1);
      expect(await listParkedMessages(db, { count: 10 })).toMatchObject([{ id: empty.id, is_empty: true }]);
    });

    test('counts how often a message was sent and rejected, over either bus', async () => {
      const poison = anonymised();
      await parkAll([poison]);
      for (const attempts of [2, 3]) {
        await retryParkedMessages(db, { parked_before: soon() });
        // Over RabbitMQ the relay deletes the row when the broker has the message; then its consumer parks it anew.
        await db.query('delete from outbox');
        await parkAll([poison], `rejected ${attempts} times`);
        expect(await listParkedMessages(db, { count: 1 })).toMatchObject([
          { id: poison.id, attempts, reason: `rejected ${attempts} times` },
        ]);
      }
      await db.query(`update retries set retried_at = now() - interval '31 days'`);
      await parkAll([anonymised()]);
      await retryParkedMessages(db, { topic: 'customer.anonymised', parked_before: soon() });
      expect((await db.query('select times from retries order by times')).rows).toEqual([{ times: 1 }, { times: 3 }]);
    });

    test('sends so many at a time, the oldest first', async () => {
      const messages = [anonymised(), anonymised(), anonymised()];
      await parkAll(messages);
      expect(await unparkRows(db, { parked_before: new Date(soon()) }, 2)).toBe(2);
      expect(ids(await listParkedMessages(db, { count: 10 }))).toEqual([messages[2]?.id]);
      expect(batchMax).toBeGreaterThan(100);
    });
  });

  test('a deleted message is gone, once; a waiting one cannot be deleted', async () => {
    const [parked, waiting] = [anonymised(), anonymised()];
    await parkAll([parked]);
    await write(waiting);
    expect(await deleteParkedMessage(db, parked.id)).toBe(true);
    expect(await deleteParkedMessage(db, parked.id)).toBe(false);
    expect(await deleteParkedMessage(db, waiting.id)).toBe(false);
    expect((await db.query('select id from outbox')).rows).toEqual([{ id: waiting.id }]);
  });

  describe('the backlog of a service', () => {
    test('counts waiting, parked and held messages, with the oldest of each, and the queues of the broker', async () => {
      const none = { count: 0, more: false, oldest_at: null };
      expect(await retrieveBacklog({ db, bus: {} })).toEqual({ outbox: none, parked: none, held: none, queues: [] });
      const [first, second] = [anonymised(), anonymised()];
      await parkAll([second, first]);
      await write(anonymised());
      const newer = (key: string) => ({ id: newId(), topic: 'location' as const, key, version: 9, body: {} });
      await insertHeld(db, [newer('a'), newer('b'), newer('a')]);
      const depths = new Map([['customers.location', 3]]);
      expect(await retrieveBacklog({ db, bus: { queueDepths: () => Promise.resolve(depths) } })).toEqual({
        outbox: { count: 1, more: false, oldest_at: expect.stringMatching(/Z$/) },
        parked: { count: 2, more: false, oldest_at: timeOfId(first.id).toISOString() },
        held: { count: 3, more: false, oldest_at: expect.stringMatching(/Z$/) },
        queues: [{ queue: 'customers.location', messages: 3 }],
      });
      const silent = { queueDepths: () => Promise.reject(new Error('no connection')) };
      expect((await retrieveBacklog({ db, bus: silent })).queues).toBeNull();
    });

    test('counts up to 10,000, and finds parked messages by their index', async () => {
      await db.query(
        `insert into outbox (id, topic, key, body, parked_at)
       select '0mv7many' || lpad(n::text, 8, '0'), 'location', 'k', '{}', case when n % 100 = 0 then now() end
       from generate_series(1, 20000) n`,
      );
      await db.query('vacuum analyze outbox');
      expect(await retrieveBacklog({ db, bus: {} })).toMatchObject({
        outbox: { count: 10_000, more: true },
        parked: { count: 200, more: false },
      });
      const { rows } = await db.query(
        `explain select id from outbox o where parked_at is not null and topic = 'location' and o.id collate "C" < '~'
       order by o.id collate "C" desc limit 10`,
      );
      expect(JSON.stringify(rows)).toMatch(/using outbox_parked/);
    });
  });
});

/** Anonymisation of an outbox, of rejected messages, and of what a service stores (docs/api/customers.md#anonymisation). */
describe('anonymising', () => {
  let database: FreshDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    await migrate({
      url: database.url,
      schema: 'customers',
      migrations: [outboxMigration, outboxCauses, keptRepliesMigration],
    });
    db = openDatabase({ url: database.url, schema: 'customers' });
  });
  afterEach(() => db.query('truncate outbox'));
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const secret = 'ada@example.com';
  const aChange = (customer_id: string): OutgoingMessage => {
    const document = JSON.stringify({ id: customer_id, anonymised: false, email: secret });
    return resourceChanged('customer', 'update', {
      ids: { customer_id, customer_list_id: 'list' },
      place: { account_id: 'account', location_id: null, timezone: 'UTC' },
      cause: { client_id: null, now: new Date(), request_id: 'request-1', traceparent: null },
      before: { document },
      after: { document },
      customer_id,
    });
  };
  const write = (...messages: OutgoingMessage[]) => transaction(db, (trx) => record(trx, ...messages));
  const rows = async () =>
    (
      await db.query<OutgoingMessage & { seq: string }>(
        'select seq, id, topic, key, body, request_id, traceparent from outbox order by seq',
      )
    ).rows;
  const holdingSecret = async () => (await rows()).filter(({ body }) => body.includes(secret)).map(({ id }) => id);
  const rejected = (message: OutgoingMessage, changes: object = {}) => ({ ...message, reason: 'no', ...changes });
  const nobody = () => Promise.resolve(new Set<string>());

  describe('an outbox', () => {
    test('loses the data of these customers and nothing else, in waiting and parked messages of all pages', async () => {
      const [ada, eve] = [newId(), newId()];
      const changes = Array.from({ length: 450 }, (_, n) => aChange(n % 3 === 0 ? ada : eve));
      await write(...changes);
      await db.query('update outbox set parked_at = now() where seq % 2 = 0');
      const before = await rows();
      await anonymiseOutbox(db, [ada]);
      expect(await holdingSecret()).toEqual(changes.filter((_, n) => n % 3 !== 0).map(({ id }) => id));
      const after = await rows();
      expect(after.map(({ seq, id }) => [seq, id])).toEqual(before.map(({ seq, id }) => [seq, id]));
      const [first, second] = after;
      expect(JSON.parse(JSON.parse(first?.body ?? '').previous_state)).toEqual({
        id: ada,
        anonymised: true,
        email: null,
      });
      expect(second).toEqual(before[1]);
      await anonymiseOutbox(db, [ada, eve]);
      expect(await holdingSecret()).toEqual([]);
    });

    test('keeps a message that only mentions the customer', async () => {
      const [ada, eve] = [newId(), newId()];
      const told = { ...aChange(eve), body: aChange(eve).body.replace('"list"', JSON.stringify(ada)) };
      await write(told);
      await anonymiseOutbox(db, [ada]);
      expect(await holdingSecret()).toEqual([told.id]);
    });

    test('is relayed in order while it is anonymised again and again', async () => {
      const ada = newId();
      const changes = Array.from({ length: 1_500 }, () => aChange(ada));
      await write(...changes);
      const published: string[] = [];
      const bus = {
        publish: async (messages: readonly OutgoingMessage[]) => {
          published.push(...messages.map(({ id }) => id));
          return { stored: messages.map(({ id }) => id), rejected: [] };
        },
      } as Partial<Bus> as Bus;
      const relay = startRelay({ db, schema: 'customers', bus, log: silentLog, batchSize: 20, pollMs: 100 });
      while ((await rows()).length > 0) await anonymiseOutbox(db, [ada]);
      await relay.close();
      // A batch is sent again when its removal loses a deadlock against the update: at least once, in order.
      expect([...new Set(published)]).toEqual(changes.map(({ id }) => id));
    });
  });

  test('an outbox has room while fewer than 500 messages wait in it; parked ones do not count', async () => {
    await write(...Array.from({ length: 499 }, () => aChange(newId())));
    expect(await outboxHasRoom(db)).toBe(true);
    await write(aChange(newId()));
    expect(await outboxHasRoom(db)).toBe(false);
    await db.query('update outbox set parked_at = now() where seq = (select max(seq) from outbox)');
    expect(await outboxHasRoom(db)).toBe(true);
  });

  describe('a rejected message', () => {
    test('is parked once, as it was', async () => {
      const message = aChange(newId());
      await park(db, [rejected(message)], nobody);
      await park(db, [rejected(message), rejected(message)], nobody);
      expect(await rows()).toEqual([{ ...message, seq: expect.any(String) }]);
      const { rows: parked } = await db.query('select parked_at is not null as is_parked, parked_reason from outbox');
      expect(parked).toEqual([{ is_parked: true, parked_reason: 'no' }]);
    });

    test('that is sent and rejected again before the relay deletes it is parked', async () => {
      const message = aChange(newId());
      await write(message);
      await park(db, [rejected(message)], nobody);
      await db.query('delete from outbox where parked_at is null');
      expect(await rows()).toHaveLength(1);
    });

    test('of an anonymised customer is parked without personal data', async () => {
      const [ada, eve] = [aChange('ada'), aChange('eve')];
      await park(db, [rejected(ada), rejected(eve)], (_trx, ids) => {
        expect(ids).toEqual(['ada', 'eve']);
        return Promise.resolve(new Set(['ada']));
      });
      expect(await holdingSecret()).toEqual([eve.id]);
    });

    test.each([
      ['no JSON', secret],
      ['a state that is no JSON', JSON.stringify({ resource_type: 'order', customer_id: 'ada', new_state: secret })],
      ['a state that is no order', JSON.stringify({ resource_type: 'order', customer_id: 'ada', new_state: 'null' })],
    ])('that could not be anonymised later (%s) is parked without its body', async (_, body) => {
      const message = aChange('ada');
      await park(db, [rejected(message, { body })], nobody);
      expect(await rows()).toEqual([{ ...message, body: 'null', seq: expect.any(String) }]);
      await anonymiseOutbox(db, ['ada']);
    });

    test('of another topic is parked as it was', async () => {
      const message = { id: newId(), topic: 'customer.anonymised' as const, key: 'ada', body: '{"customer_id":"ada"}' };
      await park(db, [rejected(message)], nobody);
      expect(await rows()).toMatchObject([message]);
    });
  });

  describe('the loop', () => {
    type Customer = { customer_id: string };
    /** Marked customers, each with rows to anonymise, two in a batch. A batch with the row `failing` fails `failures` times. */
    function aService(rows: Record<string, string[]>, failing?: string, failures = 1) {
      const finished: string[][] = [];
      const anonymised: string[] = [];
      let left = failures;
      const listUnfinished = async (): Promise<Customer[]> => {
        const open = Object.keys(rows).filter((customer_id) => !finished.flat().includes(customer_id));
        return open.slice(0, 2).map((customer_id) => ({ customer_id }));
      };
      const anonymiseBatch = async (customers: readonly Customer[], after: string) => {
        const ids = customers.flatMap(({ customer_id }) => rows[customer_id] ?? []).sort();
        const batch = ids.filter((id) => id > after).slice(0, 2);
        if (left > 0 && batch.some((id) => id === failing)) {
          left -= 1;
          throw new Error('fails');
        }
        anonymised.push(...batch);
        return batch.at(-1) ?? null;
      };
      const finish = async (_db: Database, customers: readonly Customer[]) =>
        void finished.push(customers.map(({ customer_id }) => customer_id));
      const start = () =>
        startAnonymising({ db, now: () => new Date(), log: silentLog, listUnfinished, anonymiseBatch, finish });
      return { start, finished, anonymised };
    }

    test('anonymises all batches of all customers together, then the outbox, and only then finishes', async () => {
      const ada = aChange('ada');
      await write(ada);
      const { start, finished, anonymised } = aService({ ada: ['1', '2', '3', '4'], eve: ['5', '6', '7'], kim: [] });
      const loop = start();
      await eventually(() => finished.length === 2);
      await loop.close();
      expect(anonymised).toEqual(['1', '2', '3', '4', '5', '6', '7']);
      expect(finished).toEqual([['ada', 'eve'], ['kim']]);
      expect(await holdingSecret()).toEqual([]);
    });

    test('starts again after a failure, and finishes the customer only then', async () => {
      const { start, finished, anonymised } = aService({ ada: ['1', '2', '3'] }, '3');
      const loop = start();
      await eventually(() => finished.length > 0);
      await loop.close();
      expect(anonymised).toEqual(['1', '2', '1', '2', '3']);
      expect(finished).toEqual([['ada']]);
    });

    test('finishes the others when one customer fails, and does not walk them again', async () => {
      const [ada, eve] = [aChange('ada'), aChange('eve')];
      await write(ada, eve);
      const { start, finished, anonymised } = aService({ ada: ['1', '2', '3'], eve: ['4', '5'] }, '3', 2);
      const loop = start();
      await eventually(() => finished.length === 2);
      await loop.close();
      expect(anonymised).toEqual(['1', '2', '1', '2', '4', '5', '1', '2', '3']);
      expect(finished).toEqual([['eve'], ['ada']]);
      expect(await holdingSecret()).toEqual([]);
    });
  });
});
