/** Anonymisation is permanent, whatever happens concurrently (docs/api/customers.md#anonymisation). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { personalFields } from '@order-hub/shared/personal-fields';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const personal = {
  email: 'Zq7.ada@example.com',
  first_name: 'Zq7Ada',
  last_name: 'Zq7Lovelace',
  gender: 'female',
  birth_date: '1815-12-10',
  company_name: 'Zq7 Engines',
  phone: '+33698765432',
  phone_access_code: 'Zq7-4711',
  address_1: 'Zq7 rue du Bac',
  address_2: 'Zq7 staircase',
  postal_code: 'Zq7-75007',
  latitude: '48.8571234',
  longitude: '2.3271234',
  delivery_notes: 'Zq7 ring twice',
};
const others = {
  city: 'Paris',
  state: 'IDF',
  country: 'FR',
  sms_marketing: true,
  email_marketing: true,
  custom_fields: { vip: true },
};
const nulls = Object.fromEntries(personalFields.map((field) => [field, null]));

let as: TestCaller;
let list: string;
beforeEach(async () => {
  as = aCaller();
  list = `/customer_lists/${(await call(`POST /locations/${as.location_id}/customer_lists`, { name: newId() })).body.id}`;
});

const call = (route: string, body?: unknown, caller = as) =>
  customers.call(route, { as: caller, ...(body !== undefined && { body }) });
const aCustomer = async () =>
  (await call(`POST ${list}/customers`, { private_ref: newId(), ...personal, ...others })).body;
const anonymise = (id: string, caller = as) => call(`POST ${list}/customers/${id}/anonymise`, undefined, caller);
const retrieve = async (id: string) => (await call(`GET ${list}/customers/${id}`)).body;
const changesOf = (id: string) => customers.changes().filter(({ ids }) => ids['customer_id'] === id);
const updatesOf = (id: string) => changesOf(id).filter(({ event_type }) => event_type === 'update');
const messagesOf = (id: string) => customers.bodiesOf('customer.anonymised', id);

/** No column of any table has a value of the customer. */
async function expectNothingStored(id: string): Promise<void> {
  const { rows: tables } = await customers.db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'customers'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['customers', 'outbox']));
  for (const { name } of tables) {
    const { rows } = await customers.db.query<{ row: string }>(`select t::text as row from ${name} t`);
    const theirs = rows.filter(({ row }) => row.includes(id));
    for (const value of Object.values(personal)) expect(theirs.filter(({ row }) => row.includes(value))).toEqual([]);
  }
}

test('sets the personal fields to null and anonymised to true, and keeps all other fields', async () => {
  const before = await aCustomer();
  expect(before).toMatchObject({ ...personal, anonymised: false });
  const answer = await anonymise(before.id);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await retrieve(before.id)).toEqual({ ...before, ...nulls, anonymised: true });
});

test.each([[undefined], [{}], [{ email: 'back@example.com' }], ['no JSON']])('ignores the body %j', async (body) => {
  const { id } = await aCustomer();
  expect((await call(`POST ${list}/customers/${id}/anonymise`, body)).status).toBe(200);
  expect(await retrieve(id)).toMatchObject({ email: null, anonymised: true });
});

test('makes one customer.update by the client, with no personal data in either state, and one message', async () => {
  const before = await aCustomer();
  await anonymise(before.id);
  const [change] = await eventually(() => updatesOf(before.id).length > 0 && updatesOf(before.id));
  expect(change).toMatchObject({ client_id: as.client_id, customer_id: before.id });
  expect(change?.private_refs).toEqual({ [as.client_id]: { self: before.private_ref } });
  const state = { ...before, ...nulls, anonymised: true, private_ref: null };
  expect(JSON.parse(change?.previous_state ?? '')).toEqual(state);
  expect(JSON.parse(change?.new_state ?? '')).toEqual(state);
  await eventually(() => messagesOf(before.id).length > 0);
  const customer_list_id = list.split('/')[2];
  const key = { account_id: as.account?.id, customer_list_id, customer_id: before.id };
  expect(messagesOf(before.id)).toEqual([{ ...key, client_id: as.client_id, list_deleted: false }]);
});

test('a second time gives the same answer and sends nothing', async () => {
  const { id } = await aCustomer();
  await anonymise(id);
  const after = await retrieve(id);
  expect((await anonymise(id)).status).toBe(200);
  expect(await retrieve(id)).toEqual(after);
  await call(`PATCH ${list}/customers/${id}`, { city: 'Lyon' });
  await eventually(() => updatesOf(id).some(({ new_state }) => new_state?.includes('Lyon')));
  expect([updatesOf(id).length, messagesOf(id).length]).toEqual([2, 1]);
});

test('ten concurrent requests make one event', async () => {
  const { id } = await aCustomer();
  const answers = await Promise.all(Array.from({ length: 10 }, () => anonymise(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  await call(`PATCH ${list}/customers/${id}`, { city: 'Lyon' });
  await eventually(() => updatesOf(id).some(({ new_state }) => new_state?.includes('Lyon')));
  expect([updatesOf(id).length, messagesOf(id).length]).toEqual([2, 1]);
});

test('an update ignores personal fields and takes all others', async () => {
  const { id } = await aCustomer();
  await anonymise(id);
  const before = await retrieve(id);
  expect((await call(`PATCH ${list}/customers/${id}`, personal)).body).toEqual(before);
  const change = { ...personal, city: 'Lyon', private_ref: 'new', custom_fields: { vip: null, n: 1 } };
  const after = { ...before, city: 'Lyon', private_ref: 'new', custom_fields: { n: 1 } };
  expect((await call(`PUT ${list}/customers/${id}`, change)).body).toEqual(after);
  await expectNothingStored(id);
});

test('concurrent updates bring nothing back', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id } = await aCustomer();
    const update = () => call(`PATCH ${list}/customers/${id}`, { ...personal, first_name: `Zq7Ada ${newId()}` });
    const answers = await Promise.all([update(), update(), anonymise(id), update(), update()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await retrieve(id)).toMatchObject({ ...nulls, anonymised: true });
    const last = await eventually(() => {
      const changes = updatesOf(id);
      return changes.some(({ previous_state }) => previous_state?.includes('"anonymised":true')) && changes.at(-1);
    });
    expect(last.new_state).not.toContain('Zq7');
  }
});

describe('messages with the data', () => {
  /** Parks the customer's messages, as if a consumer had rejected them. */
  const park = (id: string) => {
    const messages = customers.published.filter(({ body }) => body.includes(id) && body.includes('Zq7Ada'));
    return Promise.all(
      messages.map((message) =>
        customers.db.query(
          `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, $2, $3, $4, now(), 'events: no')`,
          [newId(), message.topic, message.key, message.body],
        ),
      ),
    );
  };

  test('lose it also when they are parked', async () => {
    const { id } = await aCustomer();
    await call(`PATCH ${list}/customers/${id}`, { city: 'Lyon' });
    await eventually(() => changesOf(id).length === 2);
    expect(await park(id)).toHaveLength(2);
    await anonymise(id);
    await eventually(async () => (await customers.db.query('select from forgotten_customers')).rowCount === 0);
    await expectNothingStored(id);
    const { rows } = await customers.db.query<{ body: string }>(
      'select body from outbox where strpos(body, $1) > 0 order by seq',
      [id],
    );
    expect(rows.map(({ body }) => JSON.parse(body).event_type).sort()).toEqual(['create', 'update']);
    for (const { body } of rows) expect(JSON.parse(JSON.parse(body).new_state)).toMatchObject({ ...nulls, id });
  });

  test("keep another customer's data", async () => {
    const [{ id }, other] = [await aCustomer(), await aCustomer()];
    await eventually(() => changesOf(other.id).length === 1);
    await park(other.id);
    await anonymise(id);
    await eventually(async () => (await customers.db.query('select from forgotten_customers')).rowCount === 0);
    const { rows } = await customers.db.query('select body from outbox where strpos(body, $1) > 0', [other.id]);
    expect(JSON.parse(JSON.parse(rows[0].body).new_state)).toMatchObject(personal);
  });
});

describe('who may anonymise', () => {
  test.each([
    ['all_customer_lists.write', false, 200],
    ['customer_list.write', true, 200],
    ['customer_list.write', false, 404],
    ['customer_list.read', true, 403],
    ['all_customer_lists.read', false, 403],
    ['customer_list.write,all_customer_lists.read', false, 403],
    ['orders.write', true, 403],
  ])('%s, bound to the list: %s: %d', async (permissions, isBound, expected) => {
    for (const level of ['location', 'account']) {
      const { id } = await aCustomer();
      const location_id = level === 'location' ? as.location_id : null;
      const customer_list_id = isBound ? (list.split('/')[2] ?? null) : newId();
      const caller = { ...as, location_id, customer_list_id, scope: `${level}[${permissions}]` };
      const { status } = await anonymise(id, caller);
      expect([level, status, (await retrieve(id)).anonymised]).toEqual([level, expected, expected === 200]);
    }
  });

  test('in a list of the account: connections of the account or bound to the list', async () => {
    const chain = { ...as, location_id: null, location: null, scope: 'account[all_customer_lists.write]' };
    const { body } = await call(`POST /accounts/${as.account?.id ?? ''}/customer_lists`, { name: newId() }, chain);
    list = `/customer_lists/${body.id}`;
    const made = async () => (await call(`POST ${list}/customers`, personal, chain)).body.id;
    expect((await anonymise(await made())).status).toBe(403);
    const bound = { ...as, customer_list_id: body.id, scope: 'location[customer_list.write]' };
    expect((await anonymise(await made(), bound)).status).toBe(200);
    expect((await anonymise(await made(), chain)).status).toBe(200);
  });

  test('404 for another tenant, another list, an unknown customer and a deleted list', async () => {
    const { id } = await aCustomer();
    const elsewhere = await call(`POST /locations/${as.location_id}/customer_lists`, { name: newId() });
    const answers = [
      await anonymise(id, aCaller()),
      await anonymise(id, { ...as, account: aCaller().account }),
      await anonymise(newId()),
      await call(`POST /customer_lists/${elsewhere.body.id}/customers/${id}/anonymise`),
      await call(`POST /customer_lists/${newId()}/customers/${id}/anonymise`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await retrieve(id)).toMatchObject({ ...personal, anonymised: false });
    expect(messagesOf(id)).toEqual([]);
    await call(`DELETE ${list}`);
    expect((await anonymise(id)).status).toBe(404);
  });
});
