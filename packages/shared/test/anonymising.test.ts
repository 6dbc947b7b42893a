/** Anonymisation of an outbox, of rejected messages, and of what a service stores (docs/api/customers.md#anonymisation). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { resourceChanged } from '../src/messages/resource-changed.ts';
import { openDatabase, transaction, type Database } from '../src/data/database.ts';
import { keptRepliesMigration } from '../src/data/kept-replies/kept-reply.store.ts';
import { migrate } from '../src/data/migrate.ts';
import { newId } from '../src/values/ids.ts';
import { silentLog } from '../src/process/log.ts';
import type { Bus, OutgoingMessage } from '../src/messages/bus/bus.ts';
import { startAnonymising } from '../src/messages/anonymising.ts';
import { anonymiseOutbox } from '../src/messages/outbox-anonymising.ts';
import { outboxHasRoom } from '../src/messages/outbox-room.ts';
import { outboxCauses, outboxMigration, record } from '../src/messages/outbox.ts';
import { park } from '../src/messages/parking.ts';
import { startRelay } from '../src/messages/relay.ts';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';

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
