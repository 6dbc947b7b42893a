/** docs/api/conventions.md#idempotency-keys, and what is kept about a customer (docs/api/customers.md#anonymisation). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

let as: TestCaller;
let list: string;
beforeEach(async () => {
  as = aCaller();
  const { body } = await send(`POST /locations/${as.location_id}/customer_lists`, { name: newId() }, newId());
  list = `/customer_lists/${body.id}`;
});

const send = (route: string, body: object | undefined, key: string) =>
  customers.call(route, { as, ...(body && { body }), headers: { 'idempotency-key': key } });

/** Sends a request twice. Returns the first answer. */
async function sendTwice(route: string, body?: object) {
  const key = newId();
  const first = await send(route, body, key);
  const again = await send(route, body, key);
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  return first.body;
}

const count = async (route: string) => (await customers.call(`GET ${list}${route}`, { as })).body.length;

test('each creation and update is carried out once', async () => {
  const customer = await sendTwice(`POST ${list}/customers`, { email: 'ada@example.com', private_ref: 'ada' });
  await sendTwice(`PATCH ${list}/customers/${customer.id}`, { first_name: 'Ada' });
  await sendTwice(`PUT ${list}/customers/${customer.id}`, { first_name: 'Ada' });
  await sendTwice(`PATCH ${list}`, { name: newId() });
  const card = await sendTwice(`POST ${list}/loyalty_cards`, { customer_id: customer.id, name: 'Points', ref: 'card' });
  await sendTwice(`PATCH ${list}/loyalty_cards/${card.id}`, { name: 'Stars' });
  await sendTwice(`POST ${list}/loyalty_cards/${card.id}/operations`, { delta: '5' });
  expect([await count('/customers'), await count('/loyalty_cards')]).toEqual([1, 1]);
  expect((await customers.call(`GET ${list}/loyalty_cards/${card.id}`, { as })).body.balance).toMatch(/^5(\.0)?$/);
  await sendTwice(`POST ${list}/customers/${customer.id}/anonymise`);
});

test('an answer about an anonymised customer is dropped, and its request is not repeated', async () => {
  const key = newId();
  const { body: customer } = await send(`POST ${list}/customers`, { email: 'ada@example.com' }, key);
  await send(`POST ${list}/customers/${customer.id}/anonymise`, undefined, newId());
  await eventually(async () => {
    const { rows } = await customers.db.query(
      `select from idempotent_requests where account_id = $1 and convert_from(answer, 'UTF8') like '%ada@example.com%'`,
      [as.account?.id],
    );
    return rows.length === 0;
  });
  const again = await send(`POST ${list}/customers`, { email: 'ada@example.com' }, key);
  expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('not kept any more')]);
  expect(await count('/customers')).toBe(1);
});
