/** The fields of a customer (docs/api/customers.md#customers), in creations and updates (docs/api/customers.md#customer-updates). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { aCustomer, aListOf, createAccountList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let as: TestCaller;
let path: string;
let id: string;
beforeAll(async () => {
  customers = await startTestCustomers();
  ({ as, path } = await aListOf(customers));
  id = (await create(aCustomer())).body.id;
});
afterAll(() => customers.close());

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
      ...{ first_order_date: 'x', last_order_date: 'x', loyalty_cards: [{ id: 'x' }], account_id: 'x', nickname: 'x' },
    };
    expect((await create(ignored)).body).toEqual(shownAs(unsetCustomer));
    const before = (await customers.call(`GET ${path}/${id}`, { as })).body;
    expect((await update(ignored)).body).toEqual(before);
  });
});

const long = (count: number) => 'x'.repeat(count);
const fieldsOf = (bytes: number) => ({ a: long(bytes - '{"a":""}'.length) });
const names = ['first_name', 'last_name', 'company_name', 'phone_access_code', 'address_1', 'address_2', 'postal_code'];

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
  ...['Male', 'other', '', true].map<[string, unknown]>((value) => ['gender', value]),
  ...['1985-13-01', '1985-02-30', '85-1-1', '1985-12-10T00:00:00Z', '', 19851210].map<[string, unknown]>((value) => [
    'birth_date',
    value,
  ]),
  ...['fr', 'FRA', 'F', '', 'F1', 33].map<[string, unknown]>((value) => ['country', value]),
  ...['latitude', 'longitude'].flatMap<[string, unknown]>(
    (field) =>
      [
        ...[
          [field, '48,86'],
          [field, '1e2'],
          [field, ''],
          [field, `0.${'1'.repeat(11)}`],
        ],
      ] as [string, unknown][],
  ),
  ['delivery_notes', long(10_001)],
  ['delivery_notes', []],
  ...['sms_marketing', 'email_marketing'].flatMap<[string, unknown]>((field) => [
    [field, 'true'],
    [field, 1],
  ]),
  ['private_ref', ''],
  ['private_ref', long(256)],
  ['private_ref', 7],
  ['custom_fields', []],
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
