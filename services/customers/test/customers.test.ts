import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { personalFields } from '@order-hub/shared/personal-fields';
import type { Role } from '@order-hub/shared/roles';
import { aCaller, aUserAt, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { anyText, expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import fc from 'fast-check';
import { customers as customersBefore } from '../migrations/0002-customers.ts';
import { customerNames as namesBefore } from '../migrations/0009-customer-names.ts';
import { migrations } from '../migrations/index.ts';
import { aCustomer, aListOf, createAccountList, createCustomer, createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Customers of a list (docs/api/customers.md#customers). */
describe('a customer', () => {
  let list: string;

  const as = aCaller();

  const call = (route: string, body?: object, caller = as) =>
    customers.call(route, { as: caller, ...(body && { body }) });

  beforeAll(async () => {
    const { body } = await call(`POST /locations/${as.location_id}/customer_lists`, { name: 'Guests' });
    list = `/customer_lists/${body.id}`;
  });

  test('a customer is created, retrieved and updated, each change with its event', async () => {
    const created = await call(`POST ${list}/customers`, {
      first_name: 'Ada',
      private_ref: 'A-1',
      custom_fields: { vip: true },
    });
    expect([created.status, created.body]).toMatchObject([
      200,
      { first_name: 'Ada', private_ref: 'A-1', nb_orders: 0, order_total: '0.00 EUR' },
    ]);
    const path = `${list}/customers/${created.body.id}`;
    expect((await call(`GET ${path}`)).body).toEqual(created.body);
    const updated = await call(`PATCH ${path}`, {
      first_name: null,
      city: 'Paris',
      custom_fields: { vip: null, n: 1 },
    });
    expect(updated.body).toEqual({ ...created.body, first_name: null, city: 'Paris', custom_fields: { n: 1 } });
    expect((await call(`PUT ${path}`, { city: 'Paris' })).body).toEqual(updated.body);
    const [first, second, ...more] = await eventually(() => customers.changes().length >= 2 && customers.changes());
    expect(more).toEqual([]);
    const forAllClients = (shown: object) => ({ ...shown, private_ref: null });
    expect([first?.event_type, JSON.parse(first?.new_state ?? '')]).toEqual(['create', forAllClients(created.body)]);
    expect(first).toMatchObject({ private_refs: { [as.client_id]: { self: 'A-1' } }, customer_id: created.body.id });
    expect(JSON.parse(second?.previous_state ?? '')).toEqual(forAllClients(created.body));
    expect(JSON.parse(second?.new_state ?? '')).toEqual(forAllClients(updated.body));
  });
});

/** The fields of a customer (docs/api/customers.md#customers), in creations and updates (docs/api/customers.md#customer-updates). */
describe('fields of a customer', () => {
  let as: TestCaller;
  let path: string;
  let id: string;
  beforeAll(async () => {
    ({ as, path } = await aListOf(customers));
    id = (await create(aCustomer())).body.id;
  });

  const create = (body: unknown) => customers.call(`POST ${path}`, { as, body });

  const update = (body: unknown, of = id) => customers.call(`PATCH ${path}/${of}`, { as, body });

  /** The types of a customer's events, oldest first. */
  const typesOf = (customer_id: string) =>
    customers
      .changes()
      .filter((change) => change.customer_id === customer_id)
      .map(({ event_type }) => event_type);

  const computed = {
    id: expect.stringMatching(/^[0-9a-z]{20}$/),
    anonymised: false,
    private_ref: null,
    created_at: expect.stringMatching(/T\d\d:\d\d:\d\d\+0[12]:00$/),
    nb_orders: 0,
    order_total: '0.00 EUR',
    first_order_date: null,
    last_order_date: null,
    loyalty_cards: [],
  };

  const unset = Object.fromEntries(Object.keys(aCustomer()).map((name) => [name, null]));

  const unsetCustomer = { ...unset, sms_marketing: false, email_marketing: false, custom_fields: {} };

  const shownAs = (fields: object) => ({ ...computed, customer_list_id: expect.any(String), ...fields });

  describe('a creation', () => {
    test('takes every field and shows it as it was sent', async () => {
      const { status, body } = await create(aCustomer());
      expect([status, body]).toEqual([200, shownAs(aCustomer())]);
      expect(path).toBe(`/customer_lists/${body.customer_list_id}/customers`);
    });

    test('needs no field', async () => {
      expect((await create({})).body).toEqual(shownAs(unsetCustomer));
    });

    test('null is the same as absent; a key of custom fields with null is left out', async () => {
      const { body } = await create({ ...unset, private_ref: null, custom_fields: { a: null, b: { c: null } } });
      expect(body).toEqual(shownAs({ ...unsetCustomer, custom_fields: { b: { c: null } } }));
    });

    test('ignores unknown fields and those that only responses have', async () => {
      const ignored = {
        ...{ id: 'x', customer_list_id: 'x', anonymised: true, created_at: 'x', nb_orders: 7, order_total: '1.00 EUR' },
        ...{
          first_order_date: 'x',
          last_order_date: 'x',
          loyalty_cards: [{ id: 'x' }],
          account_id: 'x',
          nickname: 'x',
        },
      };
      expect((await create(ignored)).body).toEqual(shownAs(unsetCustomer));
      const before = (await customers.call(`GET ${path}/${id}`, { as })).body;
      expect((await update(ignored)).body).toEqual(before);
    });
  });

  const long = (count: number) => 'x'.repeat(count);

  const fieldsOf = (bytes: number) => ({ a: long(bytes - '{"a":""}'.length) });

  const names = [
    'first_name',
    'last_name',
    'company_name',
    'phone_access_code',
    'address_1',
    'address_2',
    'postal_code',
  ];

  const refused: [string, unknown][] = [
    ...['email', 'phone'].flatMap<[string, unknown]>((field) => [
      [field, long(256)],
      [field, 7],
      [field, ['a']],
    ]),
    ...[...names, 'city', 'state'].flatMap<[string, unknown]>((field) => [
      [field, long(1_001)],
      [field, 7],
      [field, {}],
    ]),
    ...['Male', 'other', true].map<[string, unknown]>((value) => ['gender', value]),
    ...['1985-13-01', '1985-02-30', '85-1-1', '1985-12-10T00:00:00Z', '0000-01-01', 19851210].map<[string, unknown]>(
      (value) => ['birth_date', value],
    ),
    ...['fr', 'FRA', 'F', 'F1', 33].map<[string, unknown]>((value) => ['country', value]),
    ...['latitude', 'longitude'].flatMap<[string, unknown]>(
      (field) =>
        [
          ...[
            [field, '48,86'],
            [field, '1e2'],
            [field, `0.${'1'.repeat(39)}`],
          ],
        ] as [string, unknown][],
    ),
    ['delivery_notes', long(10_001)],
    ['delivery_notes', []],
    ...['sms_marketing', 'email_marketing'].flatMap<[string, unknown]>((field) => [
      [field, 'true'],
      [field, 1],
    ]),
    ['private_ref', long(256)],
    ['private_ref', 7],
    ['custom_fields', [1]],
    ['custom_fields', 'x'],
    ['custom_fields', fieldsOf(8_193)],
  ];

  describe('422 names the field of a value that is refused', () => {
    test.each(refused.map(([field, value]) => [field, JSON.stringify(value).slice(0, 40), value]))(
      '%s: %s',
      async (field, _text, value) => {
        const before = (await customers.call(`GET ${path}/${id}`, { as })).body;
        for (const answer of [
          await create({ [field as string]: value }),
          await update({ city: 'Nice', [field as string]: value }),
        ]) {
          expect(answer).toMatchObject({ status: 422, body: { error_type: 'unprocessable_entity' } });
          expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
        }
        expect((await customers.call(`GET ${path}/${id}`, { as })).body).toEqual(before);
      },
    );

    test('names all such fields at once', async () => {
      const { body } = await create({ email: 1, gender: 'x', country: 'x' });
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'gender', 'country']);
    });

    test.each([[[]], [null], ['x'], [7]])('refuses the body %j', async (body) => {
      expect([(await create(JSON.stringify(body))).status, (await update(JSON.stringify(body))).status]).toEqual([
        422, 422,
      ]);
    });
  });

  describe('the largest values are accepted', () => {
    test.each<[string, unknown]>([
      ['email', '😀'.repeat(255)],
      ['phone', long(255)],
      ['first_name', long(1_000)],
      ['delivery_notes', long(10_000)],
      ['private_ref', '😀'.repeat(255)],
      ['custom_fields', fieldsOf(8_192)],
      ['latitude', '-90.0000000000'],
      ['birth_date', '0001-01-01'],
      ['email', ''],
    ])('%s', async (field, value) => {
      const { status, body } = await create({ [field]: value });
      expect([status, body[field]]).toEqual([200, value]);
    });
  });

  describe('an update', () => {
    test('updates only the fields in the body; null clears a value', async () => {
      const { body: created } = await create(aCustomer());
      const { body } = await update({ email: null, city: 'Lyon', sms_marketing: null, gender: null }, created.id);
      expect(body).toEqual({ ...created, email: null, city: 'Lyon', sms_marketing: false, gender: null });
      expect((await customers.call(`GET ${path}/${created.id}`, { as })).body).toEqual(body);
    });

    test('merges custom fields: sets a key whole, removes it with null, keeps the others; null alone changes nothing', async () => {
      const { body: created } = await create({ custom_fields: { a: { x: 1 }, b: 2, c: [3] } });
      const { body } = await update({ custom_fields: { a: { y: 1 }, b: null, d: true } }, created.id);
      expect(body.custom_fields).toEqual({ a: { y: 1 }, c: [3], d: true });
      expect((await update({ custom_fields: null }, created.id)).body).toEqual(body);
    });

    test('refuses custom fields that exceed 8,192 bytes once merged', async () => {
      const { body: created } = await create({ custom_fields: fieldsOf(8_000) });
      const answer = await update({ city: 'Nice', custom_fields: { b: long(300) } }, created.id);
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'custom_fields']);
      expect((await customers.call(`GET ${path}/${created.id}`, { as })).body).toEqual(created);
    });

    test('that changes nothing gives 200 and no event', async () => {
      const { body: created } = await create(aCustomer());
      for (const body of [{}, aCustomer(), { city: created.city }, { custom_fields: {} }, { nickname: 'x' }]) {
        const answer = await update(body, created.id);
        expect([answer.status, answer.body]).toEqual([200, created]);
      }
      await update({ city: 'Nice' }, created.id);
      await eventually(() => typesOf(created.id).includes('update'));
      expect(typesOf(created.id)).toEqual(['create', 'update']);
    });
  });

  test('a list of the account shows its times in UTC', async () => {
    const shared = await createAccountList(customers, as);
    const chain = aCaller({ account: as.account, location_id: null });
    const { body } = await customers.call(`POST /customer_lists/${shared}/customers`, { as: chain, body: {} });
    expect(body.created_at).toMatch(/Z$|\+00:00$/);
  });
});

/** A client's own references of customers (docs/api/conventions.md#private-refs, docs/api/customers.md#customer-updates). */
describe('private refs of customers', () => {
  let as: TestCaller;
  let other: TestCaller;
  let path: string;
  beforeEach(async () => {
    ({ as, path } = await aListOf(customers));
    other = aCaller({ account: as.account, location_id: as.location_id, location: as.location });
  });

  const create = (body: object, by = as, to = path) => customers.call(`POST ${to}`, { as: by, body });

  const update = (id: string, body: object, by = as) => customers.call(`PATCH ${path}/${id}`, { as: by, body });

  const refOf = async (id: string, by = as) =>
    (await customers.call(`GET ${path}/${id}`, { as: by })).body.private_ref as string | null;

  const refusal = { status: 422, body: { errors: [{ field: 'private_ref', message: expect.any(String) }] } };

  describe('a private ref', () => {
    test('is visible to its client only; each client may set its own', async () => {
      const { id } = (await create({ private_ref: 'A' })).body;
      expect([await refOf(id), await refOf(id, other)]).toEqual(['A', null]);
      expect((await update(id, { private_ref: 'B' }, other)).body.private_ref).toBe('B');
      expect([await refOf(id), await refOf(id, other)]).toEqual(['A', 'B']);
      expect(await refOf(id, { ...as, connection_id: newId() })).toBe('A');
    });

    test('is unique per client within the list', async () => {
      await create({ private_ref: 'A' });
      expect(await create({ private_ref: 'A' })).toMatchObject(refusal);
      const { id } = (await create({ private_ref: 'a' })).body;
      expect(await update(id, { private_ref: 'A', city: 'Nice' })).toMatchObject(refusal);
      expect((await customers.call(`GET ${path}/${id}`, { as })).body).toMatchObject({ private_ref: 'a', city: null });
      expect((await create({ private_ref: 'A' }, other)).status).toBe(200);
      const elsewhere = `/customer_lists/${await createList(customers, as)}/customers`;
      expect((await create({ private_ref: 'A' }, as, elsewhere)).status).toBe(200);
      expect((await customers.call(`GET ${path}`, { as })).body).toHaveLength(3);
    });

    test('can be kept, replaced, cleared and given to another customer', async () => {
      const { id } = (await create({ private_ref: 'A' })).body;
      expect((await update(id, { city: 'Nice' })).body.private_ref).toBe('A');
      expect((await update(id, { private_ref: 'A' })).body.private_ref).toBe('A');
      expect((await update(id, { private_ref: 'B' })).body.private_ref).toBe('B');
      const second = (await create({ private_ref: 'A' })).body;
      expect((await update(id, { private_ref: null })).body.private_ref).toBeNull();
      expect((await update(second.id, { private_ref: 'B' })).body.private_ref).toBe('B');
      expect((await update(id, { private_ref: 'A' })).body.private_ref).toBe('A');
    });

    test('cannot be cleared by another client', async () => {
      const { id } = (await create({ private_ref: 'A' })).body;
      await update(id, { private_ref: null }, other);
      expect(await refOf(id)).toBe('A');
    });

    test('alone makes no event; with another change, the event has it for its client', async () => {
      const { id } = (await create({})).body;
      await update(id, { private_ref: 'A' });
      await update(id, { private_ref: 'B' });
      await update(id, { private_ref: 'C', city: 'Nice' });
      const ofCustomer = () => customers.changes().filter(({ customer_id }) => customer_id === id);
      const [, updated, ...more] = await eventually(() => ofCustomer().length >= 2 && ofCustomer());
      expect(more).toEqual([]);
      expect(updated).toMatchObject({ event_type: 'update', private_refs: { [as.client_id]: { self: 'C' } } });
    });
  });

  describe('the same private ref in concurrent requests', () => {
    const outcomes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

    test('goes to one of the new customers', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => create({ private_ref: 'A' })));
      expect(outcomes(answers)).toEqual([200, ...Array<number>(11).fill(422)]);
      expect((await customers.call(`GET ${path}`, { as })).body).toHaveLength(1);
    });

    test('goes to one of the updated customers', async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, async () => (await create({})).body.id));
      const answers = await Promise.all(ids.map((id) => update(id, { private_ref: 'A' })));
      expect(outcomes(answers)).toEqual([200, ...Array<number>(5).fill(422)]);
      const refs = (await customers.call(`GET ${path}`, { as })).body.map(({ private_ref }: any) => private_ref);
      expect(refs.filter((ref: string | null) => ref === 'A')).toHaveLength(1);
    });
  });
});

/** docs/api/conventions.md#idempotency-keys, and what is kept about a customer (docs/api/customers.md#anonymisation). */
describe('idempotency keys', () => {
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
    const card = await sendTwice(`POST ${list}/loyalty_cards`, {
      customer_id: customer.id,
      name: 'Points',
      ref: 'card',
    });
    await sendTwice(`PATCH ${list}/loyalty_cards/${card.id}`, { name: 'Stars' });
    await sendTwice(`POST ${list}/loyalty_cards/${card.id}/operations`, { delta: '5' });
    expect([await count('/customers'), await count('/loyalty_cards')]).toEqual([1, 1]);
    expect((await customers.call(`GET ${list}/loyalty_cards/${card.id}`, { as })).body.balance).toMatch(/^5(\.0)?$/);
    await sendTwice(`POST ${list}/customers/${customer.id}/anonymise`);
  });

  test.each(['customer_list_id', 'location_id'])(
    'an answer is not given again to a connection that is bound to another %s since',
    async (bound) => {
      const key = newId();
      const route = `POST ${list}/customers`;
      as = { ...as, scope: 'location[customer_list.write]', customer_list_id: list.split('/').at(-1) ?? '' };
      expect((await send(route, { email: 'ada@example.com' }, key)).status).toBe(200);
      as = { ...as, [bound]: newId() };
      expect(await send(route, { email: 'ada@example.com' }, key)).toMatchObject({
        status: 422,
        body: { code: 'answer_not_kept' },
      });
    },
  );

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
});

/** Customers on the pages of a location: shown and corrected by people (docs/api/back-office.md#customers). */
describe('corrections by users', () => {
  const given = { first_name: 'Ada', phone: '+33612345678', email: 'ada@example.com', delivery_notes: 'Ring\ntwice' };

  /** A customer of a list of the location or the account, and what users do with it. */
  async function aGuest(of: 'location' | 'account' = 'location', as = aCaller()) {
    const chain = aCaller({ account: as.account, location_id: null });
    const isOwn = of === 'location';
    const customer_list_id = isOwn ? await createList(customers, as) : await createAccountList(customers, as);
    const guest = await createCustomer(customers, { as: isOwn ? as : chain, customer_list_id }, given);
    const route = `/internal${guest.path}`;
    return {
      ...guest,
      as,
      correct: (shown: object, corrected: object, role: Role = 'owner', at: TestCaller = as) =>
        customers.call(`POST ${route}`, { user: aUserAt(at, role), body: { shown, corrected } }),
      show: (role: Role = 'owner', at: TestCaller = as) => customers.call(`GET ${route}`, { user: aUserAt(at, role) }),
      updates: async () => {
        await customers.untilSent();
        const changes = customers.changes();
        return changes.filter(
          ({ customer_id, event_type }) => customer_id === guest.customer_id && event_type === 'update',
        );
      },
    };
  }

  const shown = { first_name: 'Ada', phone: '+33612345678', sms_marketing: false };

  describe('a correction', () => {
    test.each(['owner', 'manager'] as const)(
      'by a user as %s changes only what they changed; apps see it',
      async (role) => {
        const guest = await aGuest();
        const { status, body } = await guest.correct(
          shown,
          { ...shown, first_name: 'Augusta', sms_marketing: true },
          role,
        );
        expect([status, body]).toEqual([200, { conflicts: [] }]);
        expect(await guest.read()).toMatchObject({ ...given, first_name: 'Augusta', sms_marketing: true });
        expect(await guest.updates()).toMatchObject([{ client_id: 'back-office' }]);
      },
    );

    test('that changes nothing makes no event', async () => {
      const guest = await aGuest();
      expect((await guest.correct(shown, shown)).status).toBe(200);
      expect(await guest.updates()).toEqual([]);
    });

    test('of a field that somebody else has changed meanwhile is not made, and told with its value now', async () => {
      const guest = await aGuest();
      await guest.correct(shown, { ...shown, phone: '+4911111111' });
      const late = { ...shown, phone: '+4922222222', first_name: 'Augusta' };
      const { status, body } = await guest.correct(shown, late);
      expect([status, body.conflicts]).toEqual([200, [{ field: 'phone', current: '+4911111111' }]]);
      expect(await guest.read()).toMatchObject({ phone: '+4911111111', first_name: 'Ada' });
      const again = await guest.correct({ ...shown, phone: '+4911111111' }, late);
      expect(again.body).toEqual({ conflicts: [] });
      expect(await guest.read()).toMatchObject({ phone: '+4922222222', first_name: 'Augusta' });
    });

    test('keeps what others have changed in other fields, and takes what two users change alike', async () => {
      const guest = await aGuest();
      await guest.correct(shown, { ...shown, phone: null });
      expect((await guest.correct(shown, { ...shown, first_name: 'Augusta' })).status).toBe(200);
      expect((await guest.correct(shown, { ...shown, phone: null })).status).toBe(200);
      expect(await guest.read()).toMatchObject({ phone: null, first_name: 'Augusta' });
    });

    test('at the same time by many: one is taken, the others see it', async () => {
      const guest = await aGuest();
      const names = Array.from({ length: 8 }, (_, at) => `Ada ${at}`);
      const answers = await Promise.all(names.map((first_name) => guest.correct(shown, { ...shown, first_name })));
      const taken = names.filter((_, at) => answers[at]?.body.conflicts.length === 0);
      expect(taken).toHaveLength(1);
      const others = answers.filter(({ body }) => body.conflicts.length > 0);
      for (const { body } of others) expect(body.conflicts).toEqual([{ field: 'first_name', current: taken[0] }]);
      expect(others).toHaveLength(7);
      expect(await guest.updates()).toHaveLength(1);
    });

    test.each([
      [{ first_name: 'x'.repeat(1_001) }, 'corrected.first_name'],
      [{ email: 'x'.repeat(256) }, 'corrected.email'],
      [{ country: 'Frankreich' }, 'corrected.country'],
      [{ sms_marketing: 'on' }, 'corrected.sms_marketing'],
      [{ delivery_notes: 'x'.repeat(10_001) }, 'corrected.delivery_notes'],
      [{ phone: 12 }, 'corrected.phone'],
    ])('to %j names the field', async (corrected, field) => {
      const guest = await aGuest();
      const { status, body } = await guest.correct(shown, { ...shown, ...corrected });
      expect([status, body.errors[0].field]).toEqual([422, field]);
      expect(await guest.updates()).toEqual([]);
    });

    test('ignores fields that a page does not correct', async () => {
      const guest = await aGuest();
      const change = { private_ref: 'x', custom_fields: { vip: true }, nb_orders: 9, anonymised: true };
      expect((await guest.correct(shown, { ...shown, ...change })).status).toBe(200);
      expect(await guest.read()).toMatchObject({ custom_fields: {}, nb_orders: 0, anonymised: false });
    });
  });

  describe('who reaches a customer', () => {
    test("a manager sees customers of the account's lists, which only the owner corrects", async () => {
      const guest = await aGuest('account');
      expect((await guest.show('manager')).body).toMatchObject({
        ...{ customer: { first_name: 'Ada' }, list: { is_account_list: true }, may_write: false },
      });
      expect((await guest.correct(shown, { ...shown, first_name: 'Augusta' }, 'manager')).status).toBe(403);
      expect((await guest.show()).body.may_write).toBe(true);
      expect((await guest.correct(shown, { ...shown, first_name: 'Augusta' })).status).toBe(200);
    });

    test('the kitchen sees none', async () => {
      const guest = await aGuest();
      expect([(await guest.show('kitchen')).status, (await guest.correct(shown, shown, 'kitchen')).status]).toEqual([
        403, 403,
      ]);
    });

    test.each(['owner', 'manager'] as const)('another location and another account do not, as %s', async (role) => {
      const guest = await aGuest();
      const sibling = aCaller({ account: guest.as.account });
      for (const at of [sibling, aCaller()]) {
        expect((await guest.show(role, at)).status).toBe(404);
        expect((await guest.correct(shown, { ...shown, first_name: 'Mallory' }, role, at)).status).toBe(404);
      }
      expect(await guest.read()).toMatchObject(given);
      const route = `GET /internal/customer_lists/${guest.customer_list_id}/customers/${newId()}`;
      expect((await customers.call(route, { user: aUserAt(guest.as, role) })).status).toBe(404);
    });
  });
});

/** Random bodies and queries about customers never cause a 500; a random filter finds what its pattern matches. */
describe('random requests about customers', () => {
  let as: TestCaller;
  let path: string;
  let id: string;

  const whole = { ...aCustomer({ custom_fields: { a: { b: [1, null] } } }), private_ref: 'r' };

  beforeAll(async () => {
    ({ as, path } = await aListOf(customers));
    id = (await customers.call(`POST ${path}`, { as, body: whole })).body.id;
  });

  const runs = { numRuns: sized(40, 200) };

  const anyMutation = mutated({ ...whole, private_ref: undefined }, { ignored: ['anonymised', 'nb_orders'] });

  /** Sends random bodies. */
  const expectDocumentedAnswers = (bodies: fc.Arbitrary<unknown>, route: () => string) =>
    fc.assert(
      fc.asyncProperty(bodies, async (body) =>
        expectDocumented(await customers.call(route(), { as, body: JSON.stringify(body) ?? 'null' }), [200, 400, 422]),
      ),
      runs,
    );

  test.each<[string, fc.Arbitrary<unknown>, () => string]>([
    ['creations', anyMutation, () => `POST ${path}`],
    ['updates', anyMutation, () => `PATCH ${path}/${id}`],
    ['bodies of any form', strangeValue(), () => `POST ${path}`],
  ])('%s', (_what, bodies, route) => expectDocumentedAnswers(bodies, route));

  test('queries', () => {
    const name = fc.constantFrom('private_ref', 'email', 'phone', 'count', 'cursor');
    const value = fc.oneof(anyText(), fc.stringMatching(/^[a-c*%_\\@]{0,8}$/));
    return fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), async (filters) => {
        const { status } = await customers.call(`GET ${path}?${new URLSearchParams(filters).toString()}`, { as });
        expect([200, 400, 422]).toContain(status);
      }),
      runs,
    );
  });

  test('a filter finds the emails that its pattern matches', async () => {
    const letters = fc.stringMatching(/^[abAB%_\\.]{0,6}$/);
    const emails = fc.sample(letters, { numRuns: 40, seed: 7 });
    const { as: by, path: of } = await aListOf(customers);
    for (const email of emails) await customers.call(`POST ${of}`, { as: by, body: { email } });
    const filter = fc.array(letters, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('*'));
    await fc.assert(
      fc.asyncProperty(filter, async (email) => {
        const pattern = email
          .split('*')
          .map((piece) => piece.replace(/[.\\]/g, '\\$&'))
          .join('.*');
        const expected = emails.filter((each) => new RegExp(`^${pattern}$`, 'i').test(each));
        const { body } = await customers.call(`GET ${of}?${new URLSearchParams({ email }).toString()}`, { as: by });
        expect(body.map((customer: { email: string }) => customer.email)).toEqual(expected);
      }),
      runs,
    );
  });
});

describe('anonymised customers', () => {
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
});

describe('health', () => {
  let customers: TestCustomers;
  beforeAll(async () => {
    customers = await startTestCustomers();
  });

  afterAll(() => customers.close());

  describe('the customers service', () => {
    test('is alive', async () => {
      expect(await customers.call('GET /health')).toMatchObject({ status: 200, body: { status: 'alive' } });
    });

    test('is ready once its database and its bus are available', async () => {
      const { status, body } = await customers.call('GET /ready');
      expect({ status, body }).toEqual({
        status: 200,
        body: { ready: true, degraded: [] },
      });
    });

    test('answers an unknown URL with 404 routing_error', async () => {
      const { status, body } = await customers.call('GET /nowhere', { as: aCaller() });
      expect({ status, type: body.error_type }).toEqual({ status: 404, type: 'routing_error' });
    });
  });

  const waiting = `select from pg_locks where relation = 'customer_lists'::regclass and not granted`;

  test('is ready while requests use every connection of its pool', async () => {
    const busy = await startTestCustomers({ DATABASE_POOL_SIZE: '1' });
    const as = aCaller();
    const list = () => busy.call(`GET /locations/${as.location?.id ?? ''}/customer_lists`, { as });
    // A lock that is not granted fails after 3 s, so the last of these requests waits for longer than /ready may.
    const { status, body } = await transaction(busy.db, async (holder) => {
      await holder.query('lock table customer_lists in access exclusive mode');
      const requests = [list(), list(), list()];
      await eventually(async () => (await busy.db.query(waiting)).rowCount === 1);
      const ready = await busy.call('GET /ready');
      await holder.query('rollback');
      await Promise.all(requests);
      return ready;
    });
    expect([status, body]).toEqual([200, { ready: true, degraded: [] }]);
    await busy.close();
  });
});

describe('migrations', () => {
  test('down removes everything, and a second up creates the same', async () => {
    const { up, down, upAgain } = await schemaShapes('customers', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });

  test('the numbers of an indexed customer are those that earlier releases have stored', async () => {
    const texts = [
      '',
      ' ',
      'a',
      'ab',
      'maria de la cruz',
      'ada  ada',
      'ł',
      '日本語 テキスト',
      '🍕',
      '\u0001\u0002',
      'x'.repeat(300),
    ];
    const text = fc.option(fc.oneof(fc.constantFrom(...texts), anyText(), fc.stringMatching(/^[0-9 ]{0,20}$/)));
    const rows = fc
      .sample(fc.tuple(text, text), sized(200, 5_000))
      .map((row) => row.map((value) => value?.replaceAll('\0', '')));
    const client = await customers.db.connect();
    const sorted = (grams: string) => `(select array_agg(distinct gram order by gram) from unnest(${grams}) as gram)`;
    try {
      await client.query('begin; create schema before; set local search_path = before');
      for (const { up } of [customersBefore, namesBefore]) await client.query(String(up));
      const { rows: different } = await client.query(
        `select one, other from unnest($1::text[], $2::text[]) as given (one, other)
         where ${['name_grams', 'customer_grams']
           .map((name) => [`before.${name}('list', one, other)`, `customers.${name}('list', one, other)`].map(sorted))
           .map(([before, now]) => `${before} is distinct from ${now}`)
           .join(' or ')}`,
        [rows.map(([one]) => one), rows.map(([, other]) => other)],
      );
      expect(different).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
