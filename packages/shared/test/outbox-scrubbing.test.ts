/** Personal data leaves an outbox, and rejected messages are parked without that of the forgotten (docs/api/customers.md#anonymisation). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { resourceChanged } from '../src/messages/resource-changed.ts';
import { migrate, openDatabase, transaction, type Database } from '../src/data/database.ts';
import { newId } from '../src/values/ids.ts';
import { silentLog } from '../src/process/log.ts';
import type { Bus, OutgoingMessage } from '../src/messages/bus/bus.ts';
import { scrubOutbox } from '../src/messages/outbox-scrubbing.ts';
import { outboxMigration, record } from '../src/messages/outbox.ts';
import { park } from '../src/messages/parking.ts';
import { startRelay } from '../src/messages/relay.ts';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.url, 'customers', [outboxMigration]);
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
    cause: { client_id: null, now: new Date() },
    before: { document },
    after: { document },
    customer_id,
  });
};
const write = (...messages: OutgoingMessage[]) => transaction(db, (trx) => record(trx, ...messages));
const rows = async () =>
  (await db.query<OutgoingMessage & { seq: string }>('select seq, id, topic, key, body from outbox order by seq')).rows;
const holdingSecret = async () => (await rows()).filter(({ body }) => body.includes(secret)).map(({ id }) => id);
const rejected = (message: OutgoingMessage, changes: object = {}) => ({ ...message, reason: 'no', ...changes });
const nobody = () => Promise.resolve(new Set<string>());

describe('an outbox', () => {
  test('loses the data of these customers, waiting and parked, in all its pages, and nothing else', async () => {
    const [ada, eve] = [newId(), newId()];
    const changes = Array.from({ length: 450 }, (_, n) => aChange(n % 3 === 0 ? ada : eve));
    await write(...changes);
    await db.query('update outbox set parked_at = now() where seq % 2 = 0');
    const before = await rows();
    await scrubOutbox(db, [ada]);
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
    await scrubOutbox(db, [ada, eve]);
    expect(await holdingSecret()).toEqual([]);
  });

  test('keeps what only mentions a customer', async () => {
    const [ada, eve] = [newId(), newId()];
    const told = { ...aChange(eve), body: aChange(eve).body.replace('"list"', JSON.stringify(ada)) };
    await write(told);
    await scrubOutbox(db, [ada]);
    expect(await holdingSecret()).toEqual([told.id]);
  });

  test('is relayed in order while it is scrubbed again and again', async () => {
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
    while ((await rows()).length > 0) await scrubOutbox(db, [ada]);
    await relay.close();
    expect(published).toEqual(changes.map(({ id }) => id));
  });
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

  test('that is sent again, and rejected again before the relay has deleted it, is parked', async () => {
    const message = aChange(newId());
    await write(message);
    await park(db, [rejected(message)], nobody);
    await db.query('delete from outbox where parked_at is null');
    expect(await rows()).toHaveLength(1);
  });

  test('of a customer who was anonymised meanwhile is parked without personal data', async () => {
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
  ])('of which personal data could not be taken out later (%s) is parked without its body', async (_, body) => {
    const message = aChange('ada');
    await park(db, [rejected(message, { body })], nobody);
    expect(await rows()).toEqual([{ ...message, body: 'null', seq: expect.any(String) }]);
    await scrubOutbox(db, ['ada']);
  });

  test('of another topic is parked as it was', async () => {
    const message = { id: newId(), topic: 'customer.anonymised' as const, key: 'ada', body: '{"customer_id":"ada"}' };
    await park(db, [rejected(message)], nobody);
    expect(await rows()).toEqual([{ ...message, seq: expect.any(String) }]);
  });
});
