/** Customer lists (docs/api/customers.md#customer-lists), and who may see and update them (docs/api/customers.md#access). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const aChain = () => aCaller({ location_id: null });
/** A connection of a location of the chain, by default with all rights. */
const aShop = ({ account }: TestCaller, overrides: Partial<TestCaller> = {}) => aCaller({ account, ...overrides });
/** An account connection that names a location. */
const at = (chain: TestCaller, { location }: TestCaller): TestCaller => ({ ...chain, location });

const ofLocation = (as: TestCaller) => `/locations/${as.location?.id ?? ''}/customer_lists`;
const ofAccount = (as: TestCaller) => `/accounts/${as.account?.id ?? ''}/customer_lists`;
const create = (as: TestCaller, path: string, name: unknown = newId()) =>
  customers.call(`POST ${path}`, { as, body: { name } });
const made = async (as: TestCaller, path: string, name?: string): Promise<string> =>
  (await create(as, path, name)).body.id;
const call = (as: TestCaller, method: string, id: string, body?: object) =>
  customers.call(`${method} /customer_lists/${id}`, { as, ...(body && { body }) });
const namesIn = async (as: TestCaller, path: string) => {
  const { body } = await customers.call(`GET ${path}`, { as });
  return body.map(({ name }: { name: string }) => name);
};

describe('a list of a location', () => {
  test('is created, retrieved, listed with its time in the timezone of the location, renamed and deleted', async () => {
    const shop = aShop(aChain());
    const { status, body } = await create(shop, ofLocation(shop), 'Regulars');
    expect([status, body]).toEqual([200, { id: expect.stringMatching(/^[0-9a-z]{20}$/), name: 'Regulars' }]);
    expect((await call(shop, 'GET', body.id)).body).toEqual(body);
    const listed = await customers.call(`GET ${ofLocation(shop)}`, { as: shop });
    expect(listed.body).toEqual([{ ...body, created_at: expect.stringMatching(/T\d\d:\d\d:\d\d\+0[12]:00$/) }]);
    const renamed = await call(shop, 'PATCH', body.id, { name: 'Friends' });
    expect([renamed.status, renamed.body]).toEqual([200, { id: body.id, name: 'Friends' }]);
    expect((await call(shop, 'PUT', body.id, { name: 'Friends' })).status).toBe(200);
    const deleted = await call(shop, 'DELETE', body.id);
    expect([deleted.status, deleted.body]).toEqual([200, {}]);
    expect((await call(shop, 'GET', body.id)).status).toBe(404);
    expect((await call(shop, 'DELETE', body.id)).status).toBe(404);
    expect(customers.changes()).toEqual([]);
  });

  test('is visible to the account, and to no other location or account', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const id = await made(shop, ofLocation(shop), 'Shop');
    expect((await call(chain, 'GET', id)).status).toBe(200);
    expect(await namesIn(at(chain, shop), ofLocation(shop))).toEqual(['Shop']);
    expect(await namesIn(chain, ofAccount(chain))).toEqual([]);
    for (const stranger of [aShop(chain), aCaller(), aChain(), aCaller({ location: shop.location })]) {
      const answers = [
        await call(stranger, 'GET', id),
        await call(stranger, 'PATCH', id, { name: 'Mine' }),
        await call(stranger, 'DELETE', id),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(answers[0]?.body).toEqual((await call(stranger, 'GET', newId())).body);
    }
    expect((await call(shop, 'GET', id)).body.name).toBe('Shop');
  });
});

describe('a list of the account', () => {
  test('is visible in each location, with its time in UTC', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const id = await made(chain, ofAccount(chain), 'Chain');
    await made(shop, ofLocation(shop), 'Shop');
    expect((await call(shop, 'GET', id)).body).toEqual({ id, name: 'Chain' });
    const { body } = await customers.call(`GET ${ofLocation(shop)}`, { as: shop });
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Chain', 'Shop']);
    expect(body[0].created_at).toMatch(/\+00:00$|Z$/);
    expect(await namesIn(chain, ofAccount(chain))).toEqual(['Chain']);
    const other = aShop(chain);
    expect(await namesIn(at(chain, other), ofLocation(other))).toEqual(['Chain']);
  });

  test('is updated and deleted only with an account connection: 401', async () => {
    const chain = aChain();
    const id = await made(chain, ofAccount(chain), 'Chain');
    for (const scope of ['location[all_customer_lists.write]', 'location[customer_list.write]']) {
      const shop = aShop(chain, { scope, customer_list_id: id });
      for (const answer of [await call(shop, 'PATCH', id, { name: 'Mine' }), await call(shop, 'DELETE', id)]) {
        expect([answer.status, answer.body.error_type]).toEqual([401, 'unauthorized']);
      }
    }
    expect((await call(chain, 'PATCH', id, { name: 'Ours' })).status).toBe(200);
    expect((await call(chain, 'DELETE', id)).status).toBe(200);
  });

  test('cannot be created or listed with a location connection: 403', async () => {
    const shop = aCaller();
    for (const answer of [
      await create(shop, ofAccount(shop)),
      await customers.call(`GET ${ofAccount(shop)}`, { as: shop }),
    ]) {
      expect([answer.status, answer.body.error_type]).toEqual([403, 'forbidden']);
    }
  });
});

describe('by scope', () => {
  const statusesOf = async (as: TestCaller, id: string) => {
    const path = ofLocation(as);
    return {
      read: (await call(as, 'GET', id)).status,
      rename: (await call(as, 'PATCH', id, { name: newId() })).status,
      create: (await create(as, path)).status,
      list: (await customers.call(`GET ${path}`, { as })).body.length,
      delete: (await call(as, 'DELETE', id)).status,
    };
  };
  test.each([
    ['all_customer_lists.write', false, { read: 200, rename: 200, create: 200, list: 3, delete: 200 }],
    ['all_customer_lists.read', false, { read: 200, rename: 403, create: 403, list: 2, delete: 403 }],
    ['customer_list.write', true, { read: 200, rename: 200, create: 403, list: 1, delete: 403 }],
    ['customer_list.read', true, { read: 200, rename: 403, create: 403, list: 1, delete: 403 }],
    ['customer_list.write', false, { read: 404, rename: 404, create: 403, list: 0, delete: 404 }],
    ['orders.write', true, { read: 403, rename: 403, create: 403, list: undefined, delete: 403 }],
  ])('%s, bound to the list: %s', async (permission, isBound, expected) => {
    for (const level of ['location', 'account']) {
      const chain = aChain();
      const shop = aShop(chain);
      const id = await made(shop, ofLocation(shop));
      await made(shop, ofLocation(shop));
      const narrowed = { scope: `${level}[${permission}]`, customer_list_id: isBound ? id : null };
      const as = { ...(level === 'location' ? shop : at(chain, shop)), ...narrowed };
      expect([level, await statusesOf(as, id)]).toEqual([level, expected]);
    }
  });

  test('the right to read all lists does not extend the right to write one', async () => {
    const shop = aShop(aChain());
    const [bound, other] = [await made(shop, ofLocation(shop)), await made(shop, ofLocation(shop))];
    const as = { ...shop, scope: 'location[customer_list.write,all_customer_lists.read]', customer_list_id: bound };
    expect((await call(as, 'PATCH', bound, { name: newId() })).status).toBe(200);
    expect((await call(as, 'PATCH', other, { name: newId() })).status).toBe(403);
    expect((await call(as, 'GET', other)).status).toBe(200);
  });
});

describe('a name', () => {
  const refusal = (field: string) => ({
    status: 422,
    body: expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
  });

  test.each([[undefined], [null], [''], ['  '], [7], ['x'.repeat(256)], ['a\u0007b'], ['a\u202eb']])(
    '%j is refused',
    async (name) => {
      const shop = aCaller();
      const answer = await customers.call(`POST ${ofLocation(shop)}`, { as: shop, body: { name } });
      expect(answer).toMatchObject(refusal('name'));
    },
  );

  test('of a location is unique there; another location may use it', async () => {
    const chain = aChain();
    const [shop, other] = [aShop(chain), aShop(chain)];
    await made(shop, ofLocation(shop), 'VIP');
    expect(await create(shop, ofLocation(shop), 'VIP')).toMatchObject(refusal('name'));
    expect((await create(other, ofLocation(other), 'VIP')).status).toBe(200);
    expect((await create(shop, ofLocation(shop), 'vip')).status).toBe(200);
  });

  test('is unique between the account and its locations, whichever comes first', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    await made(chain, ofAccount(chain), 'Chain');
    await made(shop, ofLocation(shop), 'Shop');
    expect(await create(chain, ofAccount(chain), 'Chain')).toMatchObject(refusal('name'));
    expect(await create(shop, ofLocation(shop), 'Chain')).toMatchObject(refusal('name'));
    expect(await create(chain, ofAccount(chain), 'Shop')).toMatchObject(refusal('name'));
    expect((await create(aChain(), ofAccount(aChain()))).status).toBe(404);
  });

  test('in use is refused in an update too; a list may keep its own name', async () => {
    const shop = aCaller();
    const [id] = [await made(shop, ofLocation(shop), 'One'), await made(shop, ofLocation(shop), 'Two')];
    expect(await call(shop, 'PATCH', id, { name: 'Two' })).toMatchObject(refusal('name'));
    expect((await call(shop, 'PATCH', id, { name: 'One' })).status).toBe(200);
  });

  test('is given once among concurrent creations', async () => {
    const chain = aChain();
    const shop = aShop(chain);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? create(shop, ofLocation(shop), 'VIP') : create(chain, ofAccount(chain), 'VIP'),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(422)]);
  });
});

test('a page has X-Cursor-Next while more follow', async () => {
  const shop = aCaller();
  for (const name of ['1', '2', '3']) await made(shop, ofLocation(shop), name);
  const first = await customers.call(`GET ${ofLocation(shop)}?count=2`, { as: shop });
  const cursor = first.headers.get('x-cursor-next') ?? '';
  const second = await customers.call(`GET ${ofLocation(shop)}?count=2&cursor=${cursor}`, { as: shop });
  expect([...first.body, ...second.body].map(({ name }) => name)).toEqual(['1', '2', '3']);
  expect(second.headers.get('x-cursor-next')).toBeNull();
});
