import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aListOf, createAccountList, createList } from './builders.ts';
import { aMember, type ListOwner, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Who may read and write the customers of a list (docs/api/customers.md#access). */
describe('access to customers', () => {
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
});

/** Who may read and write cards and their operations (docs/api/customers.md#access). */
describe('access to loyalty cards', () => {
  /** A member with a card that has an operation. */
  async function withOperation(owner: ListOwner) {
    const member = await aMember(customers, owner);
    const card = await member.card({ ref: 'first' });
    const { body: operation } = await member.operate(card.id, { delta: '5', reason: 'A secret' });
    return { ...member, path: `/loyalty_cards/${card.id}`, operation_id: operation.id as string };
  }

  type WithOperation = Awaited<ReturnType<typeof withOperation>>;

  /** The distinct statuses of the endpoints that read and of those that write. */
  async function statuses(member: WithOperation, as: TestCaller) {
    const { call, path, customer_id, operation_id } = member;
    const reads = [path, '/loyalty_cards', `${path}/operations`, `${path}/operations/${operation_id}`];
    const seen = await Promise.all(reads.map((read) => call(`GET ${read}`, undefined, as)));
    const written = [
      await call('POST /loyalty_cards', { customer_id, ref: newId() }, as),
      await call(`PATCH ${path}`, { name: newId() }, as),
      await call(`PUT ${path}`, { name: newId() }, as),
      await call(`POST ${path}/operations`, { delta: '1' }, as),
    ];
    const answers = [...seen, ...written];
    for (const { status, body } of answers) if (status !== 200) expect(JSON.stringify(body)).not.toContain('secret');
    const only = (group: { status: number }[]) => [...new Set(group.map(({ status }) => status))];
    return { read: only(seen), write: only(written) };
  }

  /** The cards of the customer, as its owner sees them. */
  const shownBy = async ({ cards }: Member) => JSON.stringify(await cards());

  describe('by scope and bound list', () => {
    test.each<
      [string, boolean, Record<`${'location' | 'account'} connection, list of ${ListOwner}`, [number, number]>]
    >([
      [
        'all_customer_lists.write',
        false,
        {
          'location connection, list of location': [200, 200],
          'location connection, list of account': [200, 403],
          'account connection, list of location': [200, 200],
          'account connection, list of account': [200, 200],
        },
      ],
      ['all_customer_lists.read', false, everywhere(200, 403)],
      ['all_customer_lists.read', true, everywhere(200, 403)],
      ['customer_list.write', true, everywhere(200, 200)],
      ['customer_list.write', false, everywhere(404, 404)],
      ['customer_list.read', true, everywhere(200, 403)],
      ['customer_list.read', false, everywhere(404, 403)],
      ['customer_list.write,all_customer_lists.read', false, everywhere(200, 403)],
      ['customer_list.write,all_customer_lists.read', true, everywhere(200, 200)],
      ['orders.write', true, everywhere(403, 403)],
      ['orders.write,inventory.write,all_catalogs.write', true, everywhere(403, 403)],
    ])(
      '%s, bound to the list: %s',
      async (permissions, isBound, expected) => {
        for (const owner of ['location', 'account'] as const) {
          for (const level of ['location', 'account'] as const) {
            const member = await withOperation(owner);
            const before = await shownBy(member);
            const as: TestCaller = {
              ...(level === 'location' ? member.shop : member.chain),
              scope: `${level}[${permissions}]`,
              customer_list_id: isBound ? member.list_id : newId(),
            };
            const [read, write] = expected[`${level} connection, list of ${owner}`];
            const found = await statuses(member, as);
            expect([level, owner, found]).toEqual([level, owner, { read: [read], write: [write] }]);
            expect((await shownBy(member)) === before).toBe(write !== 200);
          }
        }
      },
      60_000,
    );
  });

  function everywhere(read: number, write: number) {
    const both: [number, number] = [read, write];
    return {
      'location connection, list of location': both,
      'location connection, list of account': both,
      'account connection, list of location': both,
      'account connection, list of account': both,
    };
  }

  describe('another tenant', () => {
    test('finds nothing, changes nothing, and cannot tell a card from a missing one', async () => {
      const member = await withOperation('location');
      const before = await shownBy(member);
      const strangers = [
        aCaller({ account: member.shop.account }),
        aCaller(),
        aCaller({ location_id: null }),
        aCaller({ location: member.shop.location }),
        aCaller({ customer_list_id: member.list_id, scope: 'location[customer_list.write]' }),
      ];
      for (const stranger of strangers) {
        expect(await statuses(member, stranger)).toEqual({ read: [404], write: [404] });
        const real = await member.call(`GET ${member.path}`, undefined, stranger);
        const missing = await customers.call(`GET /customer_lists/${newId()}${member.path}`, { as: stranger });
        expect(real.body).toEqual(missing.body);
      }
      expect(await shownBy(member)).toBe(before);
    });

    test('cannot reach a card through its own list', async () => {
      const [victim, intruder] = [await withOperation('location'), await withOperation('location')];
      const before = await shownBy(victim);
      for (const [route, body] of [
        [`GET ${victim.path}`, undefined],
        [`PATCH ${victim.path}`, { name: 'mine' }],
        [`GET ${victim.path}/operations`, undefined],
        [`GET ${victim.path}/operations/${victim.operation_id}`, undefined],
        [`GET ${intruder.path}/operations/${victim.operation_id}`, undefined],
        [`POST ${victim.path}/operations`, { delta: '1' }],
      ] as const) {
        const answer = await intruder.call(route, body);
        expect([route, answer.status]).toEqual([route, 404]);
        expect(JSON.stringify(answer.body)).not.toContain('secret');
      }
      expect(await shownBy(victim)).toBe(before);
    });

    test('without a connection: 401', async () => {
      const { list, path, call, as } = await withOperation('location');
      expect((await customers.call(`GET ${list}${path}`)).status).toBe(401);
      expect((await call(`GET ${path}`, undefined, { ...as, account: null, location_id: null })).status).toBe(403);
    });
  });

  test('deleting a list hides its cards and operations at once', async () => {
    const member = await withOperation('location');
    expect((await customers.call(`DELETE ${member.list}`, { as: member.as })).status).toBe(200);
    expect(await statuses(member, member.as)).toEqual({ read: [404], write: [404] });
  });
});
