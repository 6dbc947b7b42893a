/** Every stored event and message of an anonymised customer loses the personal data (docs/api/customers.md#anonymisation). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { park } from '@order-hub/shared/parking';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { messageOf } from '@order-hub/testing/service';
import { findAnonymised } from '../src/events/anonymising/anonymised-customer.store.ts';
import { deleteOldMarks } from '../src/events/delete-old-marks.ts';
import { anOrderChange } from './builders.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const secret = 'ada@example.com';
const aCustomer = () => ({ id: newId(), email: secret, phone: secret, city: 'London', anonymised: false });
type TestCustomer = ReturnType<typeof aCustomer>;

const anUpdate = (as: TestCaller, customer: TestCustomer) => {
  const state = JSON.stringify({ id: newId(), customer, total: '1.00 EUR' });
  return anOrderChange(as, {
    event_type: 'update',
    customer_id: customer.id,
    previous_state: state,
    new_state: state,
  });
};
const anonymise = ({ id: customer_id }: TestCustomer) => {
  const body = { account_id: 'a', customer_list_id: 'k1', customer_id, client_id: null, list_deleted: false };
  return service.send(messageOf('customer.anonymised', customer_id, body));
};
const finished = () =>
  eventually(async () => {
    const { rowCount } = await service.db.query('select from forgotten_customers where finished_at is null');
    return rowCount === 0;
  });

/** All rows of all tables with the secret, as text. */
async function rowsWithSecret(): Promise<string[]> {
  const { rows: tables } = await service.db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'events'`,
  );
  const texts = tables.map(async ({ name }) => {
    const text = `select t::text as row from ${name} t where strpos(t::text, $1) > 0`;
    return (await service.db.query<{ row: string }>(text, [secret])).rows.map(({ row }) => row);
  });
  return (await Promise.all(texts)).flat();
}
const rejected = (as: TestCaller, customer: TestCustomer) => {
  const { id, topic, key, body } = changeMessage(anUpdate(as, customer));
  return { id, topic, key, body: JSON.stringify(body), reason: 'no' };
};

test('events that are waiting, failed, dropped or no longer visible lose the data; so do rejected messages', async () => {
  const customer = aCustomer();
  const orders = { order: ['update'] };
  const [passive, narrowed, away] = [
    await service.subscriber(orders),
    await service.subscriber(orders),
    await service.subscriber(orders, 'http://127.0.0.1:1/'),
  ];
  for (const as of [passive, narrowed, away]) await service.sendChanges(anUpdate(as, customer), anUpdate(as, customer));
  await eventually(async () => (await service.db.query('select from events where attempts > 0')).rowCount);
  await service.db.query(
    `insert into dropped_events (id, change_id, connection_id, attempts, reason)
     select e.id, e.change_id, $1, 7, 'no answer' from events e limit 1`,
    [away.connection_id],
  );
  await service.sendConnection(narrowed, { version: 2, scope: 'location[inventory.read]' });
  await park(service.db, [rejected(passive, customer)], findAnonymised);
  expect((await rowsWithSecret()).length).toBeGreaterThanOrEqual(5);
  await anonymise(customer);
  await finished();
  expect(await rowsWithSecret()).toEqual([]);
  const { rows } = await service.db.query('select body from outbox');
  expect(JSON.parse(JSON.parse(rows[0].body).new_state).customer).toEqual({
    ...customer,
    email: null,
    phone: null,
    anonymised: true,
  });
  expect(await service.listed(passive)).toHaveLength(2);
});

test('changes and rejected messages that arrive during the anonymisation keep no personal data', async () => {
  const as = await service.subscriber({ order: ['update'] });
  for (let round = 0; round < sized(10, 100); round += 1) {
    const customer = aCustomer();
    await Promise.all([
      park(service.db, [rejected(as, customer), rejected(as, customer)], findAnonymised),
      anonymise(customer),
      service.sendChanges(anUpdate(as, customer)),
      park(service.db, [rejected(as, customer)], findAnonymised),
    ]);
  }
  await finished();
  expect(await rowsWithSecret()).toEqual([]);
});

test('housekeeping keeps an unfinished mark', async () => {
  const [done, open] = [newId(), newId()];
  await service.db.query(
    `insert into forgotten_customers (customer_id, forgotten_at, finished_at)
     values ($1, now() - interval '31 days', now()), ($2, now() - interval '31 days', null)`,
    [done, open],
  );
  expect(await deleteOldMarks(service.db, new Date(Date.now() - 30 * 86_400_000))).toBe(1);
  const { rows } = await service.db.query('select customer_id from forgotten_customers where customer_id = any ($1)', [
    [done, open],
  ]);
  expect(rows).toEqual([{ customer_id: open }]);
});
