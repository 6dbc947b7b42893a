/** Lists of orders (docs/api/orders.md#lists): who may read them, and each filter alone and with others. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aCustomer, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let now = new Date('2026-03-01T12:00:00Z');
let orders: TestOrders;

const web = aCaller({ client_name: 'Website' });
const { account, location_id, location } = web;
const epos = aCaller({ client_name: 'EPOS', account, location_id, location });
const sibling = aCaller({ client_name: 'Website', client_id: web.client_id, account });
const owner = aCaller({ client_name: 'Website', client_id: web.client_id, account, location_id: null, location });
const path = `/locations/${location_id}/orders`;
const accountPath = `/accounts/${account?.id}/orders`;

/** Order ids by their names in these tests. */
const ids: Record<string, string> = {};
async function place(name: string, as: TestCaller, body: object = {}) {
  now = new Date(now.getTime() + 60_000);
  const answer = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(body) });
  ids[name] = answer.body.id;
}

beforeAll(async () => {
  orders = await startTestOrders({ now: () => now });
  for (const id of ['c1', 'c2']) orders.customers.known.set(id, { customer: aCustomer(id), private_refs: null });
  await place('a', web, { private_ref: 'A' }); // 12:01
  await place('b', web, { status: 'accepted', customer_id: 'c1' }); // 12:02
  await place('c', epos, { status: 'accepted', customer_id: 'c1', private_ref: 'A' }); // 12:03
  await place('d', sibling, { private_ref: 'A', customer_id: 'c1' }); // 12:04
  await place('e', web, { status: 'accepted', customer_id: 'c2' }); // 12:05
  await place('z', aCaller({ client_name: 'Website' }), { private_ref: 'A' }); // of another account
});
afterAll(() => orders.close());

const names = (body: { id: string }[]) =>
  body.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).join('');
async function found(url: string, as: TestCaller = web) {
  const { status, body } = await orders.call(`GET ${url}`, { as });
  expect(status).toBe(200);
  return names(body);
}

test('oldest first, each order as a retrieval returns it', async () => {
  const { body } = await orders.call(`GET ${path}`, { as: web });
  expect(names(body)).toBe('abce');
  for (const order of body) {
    expect((await orders.call(`GET ${path}/${order.id}`, { as: web })).body).toEqual(order);
  }
});

test("the account's list contains the orders of all its locations, and no others", async () => {
  expect(await found(accountPath, owner)).toBe('abcde');
  expect(await found(path, owner)).toBe('abce');
});

describe('filters', () => {
  test.each([
    ['private_ref=A', 'a', 'ad'],
    ['private_ref=B', '', ''],
    ['status=accepted', 'bce', 'bce'],
    ['status=rejected', '', ''],
    ['created_by=Website', 'abe', 'abde'],
    ['created_by=EPOS', 'c', 'c'],
    ['created_by=website', '', ''],
    ['created_by=', '', ''],
    ['customer_id=c1', 'bc', 'bcd'],
    ['customer_id=nobody', '', ''],
    ['after=2026-03-01T12:03:00Z', 'ce', 'cde'],
    ['before=2026-03-01T12:03:00Z', 'ab', 'ab'],
    ['after=2026-03-01T12:02:00Z&before=2026-03-01T12:05:00Z', 'bc', 'bcd'],
    ['after=2026-03-01T13:03:00%2B01:00', 'ce', 'cde'],
    ['after=2026-03-01T13:03:00+01:00', 'ce', 'cde'],
    ['before=2026-03-01T07:03:00-05:00', 'ab', 'ab'],
    ['after=1969-01-01T00:00:00Z&before=9999-01-01T00:00:00Z', 'abce', 'abcde'],
    ['after=2026-03-01T12:03:00Z&before=2026-03-01T12:03:00Z', '', ''],
    ['status=accepted&created_by=Website', 'be', 'be'],
    ['status=accepted&customer_id=c1', 'bc', 'bc'],
    ['status=accepted&customer_id=c1&created_by=EPOS&after=2026-03-01T12:03:00Z', 'c', 'c'],
    ['private_ref=A&created_by=Website', 'a', 'ad'],
    ['private_ref=A&customer_id=c1', '', 'd'],
    ['private_ref=A&status=accepted', '', ''],
    ['unknown=1', 'abce', 'abcde'],
  ])('%s', async (query, ofLocation, ofAccount) => {
    expect(await found(`${path}?${query}`)).toBe(ofLocation);
    expect(await found(`${accountPath}?${query}`, owner)).toBe(ofAccount);
  });

  test('after is inclusive, before exclusive; both compare with created_at as shown', async () => {
    const { body } = await orders.call(`GET ${path}/${ids['b']}`, { as: web });
    const shown = encodeURIComponent(body.created_at);
    expect(await found(`${path}?after=${shown}&count=1`)).toBe('b');
    expect(await found(`${path}?before=${shown}`)).toBe('a');
  });

  test('the status is the current one', async () => {
    await orders.call(`PATCH ${path}/${ids['a']}`, { as: web, body: { status: 'cancelled' } });
    expect(await found(`${path}?status=cancelled`)).toBe('a');
    await orders.call(`PATCH ${path}/${ids['a']}`, { as: web, body: { status: 'new' } });
    expect(await found(`${path}?status=cancelled`)).toBe('');
  });
});

describe('refused', () => {
  test.each([
    ['status=done', 422],
    ['status=', 422],
    ['after=2026-03-01', 400],
    ['before=2026-03-01T12:00:00', 400],
    ['after=', 400],
    ['count=0', 400],
    ['count=-1', 400],
    ['count=1.5', 400],
    ['count=', 400],
    ['count=ten', 400],
    ['cursor=nonsense', 400],
    ['status=new&status=new', 400],
    ['private_ref=%00', 400],
    ['created_by=a%00', 400],
    ['customer_id=%00', 400],
  ])('%s', async (query, status) => {
    for (const [url, as] of [
      [path, web],
      [accountPath, owner],
    ] as const) {
      const answer = await orders.call(`GET ${url}?${query}`, { as });
      expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
    }
  });

  test.each<[string, string, TestCaller | undefined, number]>([
    ['nobody', path, undefined, 401],
    ['nobody', accountPath, undefined, 401],
    ['a connection without orders.read', path, { ...web, scope: 'location[catalog.write]' }, 403],
    ['an account connection without orders.read', accountPath, { ...owner, scope: 'account[catalog.write]' }, 403],
    ['a location connection', accountPath, web, 403],
    ['a location connection of another account', accountPath, aCaller(), 403],
    ['an account connection of another account', accountPath, aCaller({ location_id: null }), 404],
    ['a connection of a sibling location', path, sibling, 404],
    ['an account connection of another account, at the location', path, aCaller({ location_id: null }), 404],
  ])('%s at %s', async (_who, url, as, status) => {
    expect((await orders.call(`GET ${url}`, { as })).status).toBe(status);
  });
});
