/** Who may read and write the customers of a list (docs/api/customers.md#access). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aListOf, createAccountList, createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const owner = aCaller();
const { account, location } = owner;
const chain = aCaller({ account, location_id: null, location });

/** A new list of the location or the account, with a customer. */
async function aCustomerOf(place: 'location' | 'account') {
  const list = place === 'location' ? await createList(customers, owner) : await createAccountList(customers, owner);
  const path = `/customer_lists/${list}/customers`;
  const { id } = (await customers.call(`POST ${path}`, { as: chain, body: { last_name: 'Byron' } })).body;
  return { list, path, id };
}

/** The status of each endpoint's answer. */
async function statusesOf(as: TestCaller, { path, id }: { path: string; id: string }) {
  const answers = [
    await customers.call(`GET ${path}/${id}`, { as }),
    await customers.call(`GET ${path}`, { as }),
    await customers.call(`POST ${path}`, { as, body: {} }),
    await customers.call(`PATCH ${path}/${id}`, { as, body: { city: 'Nice' } }),
    await customers.call(`PUT ${path}/${id}`, { as, body: { city: 'Nice' } }),
  ];
  return answers.map(({ status }) => status);
}

const writes = [200, 200, 200, 200, 200];
const reads = [200, 200, 403, 403, 403];
/** A connection that may not write any list gets 403 before the list is looked up. */
const missingForReaders = [404, 404, 403, 403, 403];
const missing = [404, 404, 404, 404, 404];
const forbidden = [403, 403, 403, 403, 403];

describe.each<[permission: string, isBound: boolean, ofLocation: number[], ofAccount: number[]]>([
  ['customer_list.read', true, reads, reads],
  ['customer_list.write', true, writes, writes],
  ['customer_list.read', false, missingForReaders, missingForReaders],
  ['customer_list.write', false, missing, missing],
  ['all_customer_lists.read', false, reads, reads],
  ['all_customer_lists.write', false, writes, reads],
  ['all_customer_lists.write,customer_list.write', true, writes, writes],
  ['customer_list.write,all_customer_lists.read', false, reads, reads],
  ['orders.write', true, forbidden, forbidden],
])('a connection of the location with %s, bound to the list: %s', (permission, isBound, ofLocation, ofAccount) => {
  test.each([
    ['location', ofLocation],
    ['account', ofAccount],
  ] as const)('a list of the %s', async (place, expected) => {
    const at = await aCustomerOf(place);
    const as = { ...owner, scope: `location[${permission}]`, customer_list_id: isBound ? at.list : null };
    expect(await statusesOf(as, at)).toEqual(expected);
  });
});

describe.each<[permission: string, isBound: boolean, expected: number[]]>([
  ['customer_list.read', true, reads],
  ['customer_list.write', true, writes],
  ['customer_list.write', false, missing],
  ['all_customer_lists.read', false, reads],
  ['all_customer_lists.write', false, writes],
  ['orders.write', true, forbidden],
])('a connection of the account with %s, bound to the list: %s', (permission, isBound, expected) => {
  test.each(['location', 'account'] as const)('a list of the %s', async (place) => {
    const at = await aCustomerOf(place);
    const as = { ...chain, scope: `account[${permission}]`, customer_list_id: isBound ? at.list : null };
    expect(await statusesOf(as, at)).toEqual(expected);
  });
});

describe('a customer of another tenant gives the same answer as a missing one (docs/api/authentication.md#tenants)', () => {
  const strangers: [string, () => Promise<TestCaller>][] = [
    ['a connection of another account', async () => aCaller()],
    ['an account connection of another account', async () => aCaller({ location_id: null })],
    [
      "a connection of another account with the list's location in its token",
      async () => aCaller({ location_id: location!.id, location }),
    ],
    ['a connection of a sibling location', async () => aCaller({ account })],
  ];
  test.each(strangers)('%s', async (_who, caller) => {
    const at = await aCustomerOf('location');
    // Being bound to the list must not help.
    const as = { ...(await caller()), customer_list_id: at.list };
    const state = () => customers.call(`GET ${at.path}/${at.id}`, { as: owner });
    const before = (await state()).body;
    expect(await statusesOf(as, at)).toEqual(missing);
    for (const [theirs, missing] of [
      [`GET ${at.path}/${at.id}`, `GET /customer_lists/${newId()}/customers/${newId()}`],
      [`GET ${at.path}`, `GET /customer_lists/${newId()}/customers`],
    ] as const) {
      expect((await customers.call(theirs, { as })).body).toEqual((await customers.call(missing, { as })).body);
    }
    expect((await state()).body).toEqual(before);
  });

  test('cannot be reached through a list of the caller', async () => {
    const [mine, other] = [await aListOf(customers), await aCustomerOf('location')];
    const sibling = await aCustomerOf('location');
    for (const [as, path, id] of [
      [mine.as, mine.path, other.id],
      [owner, sibling.path, other.id],
      [owner, sibling.path, newId()],
    ] as const) {
      const answers = [
        await customers.call(`GET ${path}/${id}`, { as }),
        await customers.call(`PATCH ${path}/${id}`, { as, body: { city: 'Nice', private_ref: 'mine' } }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error_type])).toEqual(Array(2).fill([404, 'not_found']));
    }
    expect((await customers.call(`GET ${other.path}/${other.id}`, { as: owner })).body.city).toBeNull();
    expect((await customers.call(`GET ${mine.path}?private_ref=mine`, { as: mine.as })).body).toEqual([]);
  });
});

test('every endpoint needs a caller token: 401', async () => {
  const { path, id } = await aCustomerOf('location');
  for (const route of [
    `GET ${path}`,
    `POST ${path}`,
    `GET ${path}/${id}`,
    `PATCH ${path}/${id}`,
    `PUT ${path}/${id}`,
  ]) {
    const { status, body } = await customers.call(route, route.startsWith('GET') ? {} : { body: {} });
    expect([route, status, body.error_type]).toEqual([route, 401, 'unauthorized']);
  }
});

test('an unknown or impossible id: 404', async () => {
  const { path } = await aCustomerOf('location');
  for (const id of [newId(), 'x', '%20', 'a'.repeat(65)]) {
    expect((await customers.call(`GET ${path}/${id}`, { as: owner })).status).toBe(404);
    expect((await customers.call(`PATCH ${path}/${id}`, { as: owner, body: {} })).status).toBe(404);
    expect((await customers.call(`GET /customer_lists/${id}/customers`, { as: owner })).status).toBe(404);
    expect((await customers.call(`POST /customer_lists/${id}/customers`, { as: owner, body: {} })).status).toBe(404);
  }
});
