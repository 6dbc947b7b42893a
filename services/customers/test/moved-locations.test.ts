/** Times are shown in the timezone that the location has now (docs/api/customers.md#customer-lists). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aMember, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** What auth announces of the shop: with a timezone when that has changed. */
const moved = ({ shop: { account, location_id } }: Member, timezone?: string) => {
  const id = location_id ?? '';
  return messageOf('location', id, { id, account_id: account?.id ?? '', timezone });
};

/** A member with an order and a card with an operation. */
async function aRegular(owner: 'location' | 'account') {
  const member = await aMember(customers, owner);
  const { id: card_id } = await member.card();
  const { body: operation } = await member.operate(card_id, { delta: '1' });
  await customers.db.query('update customers set first_order_at = now(), last_order_at = now() where id = $1', [
    member.customer_id,
  ]);
  return { ...member, card_id, operation_id: operation.id };
}

/** Every time that the API shows of a list, its customers and their operations. */
async function timesOf({ call, shop, list_id, customer_id, ...ids }: Awaited<ReturnType<typeof aRegular>>) {
  const operations = `/loyalty_cards/${ids.card_id}/operations`;
  const { body: customer } = await call(`GET /customers/${customer_id}`);
  const { body: listed } = await call('GET /customers');
  const { body: operation } = await call(`GET ${operations}/${ids.operation_id}`);
  const { body: history } = await call(`GET ${operations}`);
  const { body: lists } = await customers.call(`GET /locations/${shop.location_id}/customer_lists`, { as: shop });
  const list = lists.find(({ id }: { id: string }) => id === list_id);
  return [customer, ...listed]
    .flatMap((shown) => [shown.created_at, shown.first_order_date, shown.last_order_date])
    .concat([operation, ...history, list].map(({ created_at }) => created_at)) as string[];
}

const offsetsOf = (times: string[]) => [...new Set(times.map((time) => time.slice('2026-03-01T18:30:00'.length)))];
const instantsOf = (times: string[]) => times.map((time) => Date.parse(time));

test('the times of a list, its customers and their loyalty operations follow the location', async () => {
  const member = await aRegular('location');
  const before = await timesOf(member);
  expect(offsetsOf(before)).toEqual([expect.stringMatching(/^\+0[12]:00$/)]);
  await customers.send(moved(member, 'America/New_York'), moved(member, 'Asia/Tokyo'));
  const after = await timesOf(member);
  expect(offsetsOf(after)).toEqual(['+09:00']);
  expect(instantsOf(after)).toEqual(instantsOf(before));
});

test('so do the events of its customers', async () => {
  const member = await aRegular('location');
  await customers.send(moved(member, 'Asia/Tokyo'));
  await member.call(`PATCH /customers/${member.customer_id}`, { city: 'Kyoto' });
  const change = await eventually(() => member.updates().find(({ new_state }) => new_state?.includes('Kyoto')));
  expect(change.timezone).toBe('Asia/Tokyo');
  const { body } = await member.call(`GET /customers/${member.customer_id}`);
  expect(JSON.parse(change.new_state ?? '')).toEqual({ ...body, private_ref: null });
});

test('a list of the account is shown in UTC, whatever becomes of its locations', async () => {
  const member = await aRegular('account');
  await customers.send(moved(member, 'Asia/Tokyo'));
  expect(offsetsOf(await timesOf(member))).toEqual(['Z']);
});

test('other news of the location, and of locations of other accounts, change nothing', async () => {
  const member = await aRegular('location');
  const before = await timesOf(member);
  const elsewhere = { ...member, shop: { ...member.shop, account: { id: newId(), currency: 'EUR' } } };
  await customers.send(moved(member), moved(elsewhere, 'Asia/Tokyo'));
  expect(await timesOf(member)).toEqual(before);
});
