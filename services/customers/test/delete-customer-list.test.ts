/**
 * Deleting a list deletes its customers and loyalty cards too, without an event (docs/api/customers.md#customer-lists), and
 * announces the customers as anonymised (docs/api/customers.md#deleted-lists).
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { deleteCustomers } from '../src/customer-lists/deleted/deleted-list.store.ts';
import { aCustomer, aListOf } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const parts = ['customers', 'customer_private_refs', 'loyalty_cards', 'loyalty_operations', 'customer_orders'];

/** The number of rows of an account in each table. */
async function rowsOf({ account }: TestCaller): Promise<number[]> {
  const counts = parts.map(async (table) => {
    const text = `select from ${table} where account_id = $1`;
    return (await customers.db.query({ text, values: [account?.id] })).rowCount ?? 0;
  });
  return Promise.all(counts);
}

/** Adds customers to a list, each with a private ref, a card with an operation, and an order. */
async function fill({ account, client_id }: TestCaller, list: string, count: number) {
  const ids = Array.from({ length: count }, () => newId());
  const add = (text: string, ...values: unknown[]) =>
    customers.db.query({ text, values: [account?.id, ids, ...values] });
  await add(
    `insert into customers (account_id, id, customer_list_id, fields) select $1, unnest($2::text[]), $3, $4`,
    ...[list, JSON.stringify(aCustomer({ email: 'a@b.c' }))],
  );
  await add(
    `insert into customer_private_refs (account_id, customer_id, customer_list_id, client_id, private_ref)
     select $1, id, $3, $4, id from unnest($2::text[]) as id`,
    ...[list, client_id],
  );
  await add(
    `insert into loyalty_cards (account_id, id, customer_list_id, customer_id)
     select $1, 'card' || id, $3, id from unnest($2::text[]) as id`,
    list,
  );
  await add(
    `insert into loyalty_operations (account_id, loyalty_card_id, position, id, customer_id, delta, new_balance)
     select $1, 'card' || id, 1, 'op' || id, id, '1', 1 from unnest($2::text[]) as id`,
  );
  await add(
    `insert into customer_orders (account_id, order_id, customer_id, total, total_version)
     select $1, 'order' || id, id, 1, 1 from unnest($2::text[]) as id`,
  );
  return ids;
}

/** Waits until nothing is left to do for deleted lists, and everything is sent. */
const cleared = () =>
  eventually(async () => {
    const { rows } = await customers.db.query(
      `select from anonymised_customer_lists union all select from deleted_customer_lists
       union all select from forgotten_customers union all select from outbox where parked_at is null`,
    );
    return rows.length === 0;
  });

const announced = (customer_list_id: string) =>
  customers.bodiesOf('customer.anonymised').filter((body) => body.customer_list_id === customer_list_id);

test('no reader sees a deleted list; its rows are deleted in several batches', async () => {
  const { as, id, path } = await aListOf(customers);
  const kept = await aListOf(customers, { account: as.account });
  const [one = ''] = await fill(as, id, 450);
  await fill(kept.as, kept.id, 3);
  expect(await rowsOf(as)).toEqual(parts.map(() => 453));
  // The lock stops the background loop, so the rows are still there when no reader sees them.
  const lock = await customers.db.connect();
  await lock.query('begin; lock table customers in share mode');
  const deleted = await customers.call(`DELETE /customer_lists/${id}`, { as });
  expect([deleted.status, deleted.body]).toEqual([200, {}]);
  for (const route of [
    `GET /customer_lists/${id}`,
    `GET ${path}`,
    `GET ${path}?email=a@*`,
    `GET ${path}/${one}`,
    `PATCH ${path}/${one}`,
    `POST ${path}`,
  ]) {
    const answer = await customers.call(route, { as, ...(!route.startsWith('GET') && { body: {} }) });
    expect([route, answer.status, answer.body.error_type]).toEqual([route, 404, 'not_found']);
  }
  expect((await rowsOf(as))[0]).toBe(453);
  await lock.query('rollback');
  lock.release();
  await eventually(async () => (await rowsOf(as)).every((count) => count === 3));
  expect((await customers.call(`GET ${kept.path}`, { as: kept.as })).body).toHaveLength(3);
  await cleared();
  expect(customers.changes().filter(({ account_id }) => account_id === as.account?.id)).toEqual([]);
});

test('customers that are added while their list is deleted are deleted too, or refused', async () => {
  const { as, id, path } = await aListOf(customers);
  let isDeleted = false;
  const statuses: number[] = [];
  const add = async () => {
    while (!isDeleted || statuses.at(-1) === 200) {
      const body = { email: 'a@b.c', private_ref: newId() };
      statuses.push((await customers.call(`POST ${path}`, { as, body })).status);
    }
  };
  const adding = Promise.all(Array.from({ length: 6 }, add));
  await eventually(() => statuses.length >= 30);
  // On a busy machine the additions may keep the list locked for too long: a 503, after which a client repeats its request.
  const outcomes: number[] = [];
  await eventually(async () => {
    outcomes.push((await customers.call(`DELETE /customer_lists/${id}`, { as })).status);
    return outcomes.at(-1) !== 503;
  }).finally(() => (isDeleted = true));
  expect(outcomes.at(-1)).toBe(200);
  await adding;
  expect([...new Set(statuses)].sort()).toEqual([200, 404]);
  await eventually(async () => (await rowsOf(as)).every((count) => count === 0));
  await cleared();
  expect(await rowsOf(as)).toEqual(parts.map(() => 0));
});

test('announces each customer as anonymised, once and by the client that deletes the list, unless they were before', async () => {
  const { as, id } = await aListOf(customers);
  const [before = '', ...ids] = await fill(as, id, 251);
  await customers.db.query('update customers set anonymised = true where id = $1', [before]);
  await customers.call(`DELETE /customer_lists/${id}`, { as });
  await cleared();
  const deleted = { account_id: as.account?.id, customer_list_id: id, client_id: as.client_id, list_deleted: true };
  expect(announced(id)).toEqual(ids.sort().map((customer_id) => ({ ...deleted, customer_id })));
});

test('messages in the outbox lose the personal data', async () => {
  const { as, id, path } = await aListOf(customers);
  const secret = `${newId()}@example.com`;
  const { body: ada } = await customers.call(`POST ${path}`, { as, body: { email: secret } });
  const { topic, key, body } = await eventually(() => customers.published.find((sent) => sent.body.includes(secret)));
  await customers.db.query(
    `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, $2, $3, $4, now(), 'events: no')`,
    [newId(), topic, key, body],
  );
  await customers.call(`DELETE /customer_lists/${id}`, { as });
  await cleared();
  const { rows } = await customers.db.query('select body from outbox where strpos(body, $1) > 0', [ada.id]);
  expect(JSON.parse(JSON.parse(rows[0].body).new_state)).toMatchObject({ email: null, anonymised: true });
});

test('the next process announces the rest of what a stopped one was announcing', async () => {
  const { as, id } = await aListOf(customers);
  const ids = (await fill(as, id, 10)).sort();
  await customers.stop();
  await customers.db.query(
    `with deleted as (delete from customer_lists where id = $1 returning account_id, id)
     insert into anonymised_customer_lists (account_id, customer_list_id, client_id, announced_to)
     select account_id, id, $2, $3 from deleted`,
    [id, as.client_id, ids[3]],
  );
  await customers.start();
  await cleared();
  expect(announced(id).map(({ customer_id }) => customer_id)).toEqual(ids.slice(4));
  expect(await rowsOf(as)).toEqual(parts.map(() => 0));
});

test('the next process clears the rest of what a stopped one was deleting', async () => {
  const { as, id } = await aListOf(customers);
  await fill(as, id, 10);
  await customers.stop();
  await customers.db.query(
    `with deleted as (delete from customer_lists where id = $1 returning account_id, id)
     insert into deleted_customer_lists (account_id, customer_list_id) select account_id, id from deleted`,
    [id],
  );
  await customers.start();
  await eventually(async () => (await rowsOf(as)).every((count) => count === 0));
});

test('a process that stops deletes nothing more', async () => {
  const { as, id } = await aListOf(customers);
  const ids = await fill(as, id, 3);
  await deleteCustomers(customers.db, as.account?.id ?? '', ids, AbortSignal.abort());
  expect(await rowsOf(as)).toEqual(parts.map(() => 3));
});
