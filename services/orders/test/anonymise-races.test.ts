/** Orders keep no personal data of an anonymised customer, whenever they are placed and updated (docs/api/orders.md#anonymisation). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { personalFields } from '@order-hub/shared/personal-fields';
import { aCaller, eventually } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCustomer, aDelivery, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const call = (route: string, body?: object) => orders.call(route, { as, ...(body && { body }) });

/** A customer whose texts occur nowhere else. The customers service finds it by id and by the client's private ref. */
function aKnownCustomer() {
  const id = newId();
  const customer = aCustomer(id) as Record<string, unknown>;
  for (const field of personalFields) if (typeof customer[field] === 'string') customer[field] = `${field} of ${id}`;
  const decimals = { latitude: '48.8571234', longitude: '2.3271234', gender: 'female', birth_date: '1815-12-10' };
  const known = { customer: { ...customer, ...decimals }, private_refs: { [as.client_id]: id } };
  orders.customers.known.set(id, known);
  orders.customers.known.set(`list1/${id}`, known);
  return { id, secrets: [` of ${id}`, ...Object.values(decimals)] };
}

const place = async (body: object) => {
  const answer = await call(`POST ${path}`, anOrder({ service_type: 'delivery', ...body }));
  expect(answer.status).toBe(200);
  return answer.body.id as string;
};
const anonymise = (customer_id: string) =>
  orders.send(
    messageOf('customer.anonymised', customer_id, {
      account_id: as.account?.id ?? '',
      customer_list_id: 'list1',
      customer_id,
      client_id: null,
      list_deleted: false,
    }),
  );
const finished = () =>
  eventually(async () => {
    const { rowCount } = await orders.db.query('select from forgotten_customers where finished_at is null');
    return rowCount === 0;
  }, 60_000);

/** The rows of all tables that mention the customer, as text. */
async function rowsOf(id: string): Promise<string[]> {
  const { rows: tables } = await orders.db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'orders'`,
  );
  const texts = tables.map(async ({ name }) => {
    const text = `select t::text as row from ${name} t where strpos(t::text, $1) > 0`;
    return (await orders.db.query<{ row: string }>(text, [id])).rows.map(({ row }) => row);
  });
  return (await Promise.all(texts)).flat();
}

test('orders placed while their customer is anonymised keep no personal data, 200 times', async () => {
  const customers = Array.from({ length: 200 }, aKnownCustomer);
  for (const { id } of customers) {
    const names = { customer_list_id: 'list1', customer_private_ref: id };
    await Promise.all([place({ customer_id: id }), anonymise(id), place(names)]);
  }
  await finished();
  for (const { id, secrets } of customers) {
    const stored = await rowsOf(id);
    const { rows } = await orders.db.query('select customer_anonymised from orders where customer_id = $1', [id]);
    expect(rows).toEqual([{ customer_anonymised: true }, { customer_anonymised: true }]);
    for (const secret of secrets) expect(stored.filter((row) => row.includes(secret))).toEqual([]);
  }
});

test('orders updated and delivered meanwhile keep none either, and lose nothing else', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, secrets } = aKnownCustomer();
    const placed = await Promise.all(Array.from({ length: 8 }, () => place({ customer_id: id })));
    await Promise.all([
      ...placed.map((order) => call(`PATCH ${path}/${order}`, { seller_notes: 'seen' })),
      anonymise(id),
      ...placed.map((order) => call(`POST ${path}/${order}/delivery`, aDelivery({ driver_name: 'Driver of it' }))),
      ...placed.map(() => place({ customer_id: id })),
    ]);
    await finished();
    for (const order of placed) {
      const { body } = await call(`GET ${path}/${order}`);
      expect(body).toMatchObject({ seller_notes: 'seen', customer: { anonymised: true, email: null } });
      expect(body.delivery).toMatchObject({ driver_name: 'Driver of it' });
    }
    for (const row of await rowsOf(id)) for (const secret of secrets) expect(row).not.toContain(secret);
  }
});

test('parked messages of the orders lose the data too; those of deliveries stay as they are', async () => {
  const { id, secrets } = aKnownCustomer();
  const order = await place({ customer_id: id });
  await call(`POST ${path}/${order}/delivery`, aDelivery({ driver_name: 'Driver of it' }));
  const messages = await eventually(() => {
    const found = orders.published.filter(({ body }) => body.includes(order));
    return found.length >= 3 && found;
  });
  for (const { topic, key, body } of messages) {
    await orders.db.query(
      `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, $2, $3, $4, now(), 'no')`,
      [newId(), topic, key, body],
    );
  }
  expect((await rowsOf(id)).join()).toContain(` of ${id}`);
  await anonymise(id);
  await finished();
  for (const row of await rowsOf(id)) for (const secret of secrets) expect(row).not.toContain(secret);
  const parked = await orders.db.query<{ body: string }>(
    'select body from outbox where parked_at is not null order by seq',
  );
  expect(parked.rows).toHaveLength(messages.length);
  expect(parked.rows.filter(({ body }) => body.includes('Driver of it')).length).toBeGreaterThan(1);
});
