/** Parked messages, as operators list, retry and delete them (docs/decisions/0021-rejected-messages-are-parked.md). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import {
  deleteParkedMessage,
  findParkedMessage,
  listParkedMessages,
  retryParkedMessages,
} from '../src/backlog/parked-messages.ts';
import { retrieveBacklog } from '../src/backlog/retrieve-backlog.ts';
import { batchMax } from '../src/calls/backlog-calls.ts';
import { openDatabase, transaction, type Database } from '../src/data/database.ts';
import { migrate } from '../src/data/migrate.ts';
import { unparkRows } from '../src/messages/backlog/parked-message.store.ts';
import { parkedMessages } from '../src/messages/backlog/parked-messages.ts';
import type { OutgoingMessage } from '../src/messages/bus/bus.ts';
import { heldCauses, heldMessagesMigration, insertHeld } from '../src/messages/held-messages.ts';
import { message, outboxCauses, outboxMigration, record } from '../src/messages/outbox.ts';
import { park } from '../src/messages/parking.ts';
import { newId, timeOfId } from '../src/values/ids.ts';

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
    ...{ account_id: 'account', customer_list_id: 'list', customer_id: newId(), client_id: null, list_deleted: false },
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
  expect(ids(await listParkedMessages(db, { count: 10, topic: 'customer.anonymised' }))).toEqual([third.id, first.id]);
  expect(ids(await listParkedMessages(db, { count: 1, before: third.id }))).toEqual([second.id]);
  expect(ids(await listParkedMessages(db, { count: 1, before: third.id, inclusive: true }))).toEqual([third.id]);
});

describe('a retry', () => {
  const waiting = async () => ids((await db.query('select id from outbox where parked_at is null order by seq')).rows);

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
