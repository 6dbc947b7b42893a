/** Pages and filters of a list of customers (docs/api/customers.md#customer-search). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aListOf } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let as: TestCaller;
let path: string;
beforeAll(async () => {
  customers = await startTestCustomers();
  ({ as, path } = await aListOf(customers));
});
afterAll(() => customers.close());

type Body = Record<string, unknown>;

const add = async (body: Body, to = path, by = as) =>
  (await customers.call(`POST ${to}`, { as: by, body })).body as { id: string };
const list = (filters: Record<string, string> = {}, from = path, by = as) =>
  customers.call(`GET ${from}?${new URLSearchParams(filters).toString()}`, { as: by });

/** The last names of the customers that a filter finds, in their order. */
const found = async (filters: Record<string, string>, from = path) =>
  (await list(filters, from)).body.map(({ last_name }: { last_name: string }) => last_name);

describe('pages', () => {
  test('have each customer once, oldest first, as when it is retrieved', async () => {
    const { as: by, path: of } = await aListOf(customers);
    for (let index = 0; index < 5; index += 1)
      await add({ last_name: String(index), private_ref: `R${index}` }, of, by);
    const seen: unknown[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body, headers } = await list({ count: '2', cursor }, of, by);
      sizes.push(body.length);
      seen.push(...body);
      cursor = headers.get('x-cursor-next');
    }
    expect(sizes).toEqual([2, 2, 1]);
    expect(seen.map((customer: any) => customer.last_name)).toEqual(['0', '1', '2', '3', '4']);
    for (const customer of seen as { id: string }[]) {
      expect((await customers.call(`GET ${of}/${customer.id}`, { as: by })).body).toEqual(customer);
    }
  });

  test('a full last page has no X-Cursor-Next, and an empty list is an empty page', async () => {
    const { as: by, path: of } = await aListOf(customers);
    expect((await list({}, of, by)).body).toEqual([]);
    await add({}, of, by);
    await add({}, of, by);
    const { body, headers } = await list({ count: '2' }, of, by);
    expect([body.length, headers.get('x-cursor-next')]).toEqual([2, null]);
  });

  test('end at 8 MiB, loyalty cards included; the cursor leads through all customers, each once', async () => {
    const { as: by, path: of } = await aListOf(customers);
    const ids: string[] = [];
    for (let index = 0; index < 50; index += 1) ids.push((await add({ first_name: 'Ada' }, of, by)).id);
    await customers.db.query(
      `insert into loyalty_cards (account_id, customer_list_id, customer_id, id, ref, name)
       select account_id, customer_list_id, customers.id, customers.id || n, repeat('🍕', 250) || n, repeat('🍕', 255)
       from customers, generate_series(1, 100) as n where customers.id = any ($1)`,
      [ids],
    );
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body, headers } = await list({ first_name: 'Ada', cursor }, of, by);
      sizes.push(Buffer.byteLength(JSON.stringify(body)));
      seen.push(...body.map(({ id }: { id: string }) => id));
      cursor = headers.get('x-cursor-next');
    }
    expect(seen).toEqual(ids);
    expect(sizes.length).toBe(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8_388_608);
  });

  test('a cursor is valid for its list and its filters only', async () => {
    const [one, other] = [await aListOf(customers), await aListOf(customers)];
    for (const { as: by, path: of } of [one, other]) for (const email of ['a@x', 'b@x']) await add({ email }, of, by);
    const cursor = (await list({ count: '1' }, one.path, one.as)).headers.get('x-cursor-next') ?? '';
    expect((await list({ count: '1', cursor }, one.path, one.as)).status).toBe(200);
    for (const answer of [
      await list({ count: '1', cursor, email: '*@x' }, one.path, one.as),
      await list({ count: '1', cursor }, other.path, other.as),
      await list({ count: '1', cursor: `${cursor}A` }, one.path, one.as),
      await list({ count: '0' }, one.path, one.as),
    ]) {
      expect([answer.status, answer.body.error_type]).toEqual([400, 'bad_request']);
    }
  });
});

describe('email and phone', () => {
  beforeAll(async () => {
    const all = [
      ['Ada.Lovelace@Example.com', '+33612345678', 'ada'],
      ['grace@example.com', '+33698765432', 'grace'],
      ['100%_sure\\@example.org', '06 12 34 56 78', 'sure'],
      ['100xysure@example.org', null, 'xy'],
      ['ÉLODIE@exämple.fr', '+49', 'elodie'],
      ['a*b@example.net', '#31#', 'star'],
      [null, null, 'nobody'],
      ['', '', 'empty'],
    ];
    for (const [email, phone, last_name] of all) await add({ email, phone, last_name });
  });

  test.each<[Record<string, string>, string[]]>([
    [{ email: 'ada.lovelace@example.com' }, ['ada']],
    [{ email: 'ADA.LOVELACE@EXAMPLE.COM' }, ['ada']],
    [{ email: 'ada' }, []],
    [{ email: 'ada*' }, ['ada']],
    [{ email: '*lovelace*' }, ['ada']],
    [{ email: '*.com' }, ['ada', 'grace']],
    [{ email: '*@example.*' }, ['ada', 'grace', 'sure', 'xy', 'star']],
    [{ email: 'g*e*.com' }, ['grace']],
    [{ email: '*a*@*m' }, ['ada', 'grace']],
    [{ email: '*xa*' }, ['ada', 'grace', 'sure', 'xy', 'star']],
    [{ email: '*' }, ['ada', 'grace', 'sure', 'xy', 'elodie', 'star', 'empty']],
    [{ email: '***' }, ['ada', 'grace', 'sure', 'xy', 'elodie', 'star', 'empty']],
    [{ email: '' }, ['empty']],
    [{ email: '100%*' }, ['sure']],
    [{ email: '100%_sure\\@example.org' }, ['sure']],
    [{ email: '*_*' }, ['sure']],
    [{ email: '*\\*' }, ['sure']],
    [{ email: '*\\' }, []],
    [{ email: '%' }, []],
    [{ email: 'élodie@EXÄMPLE.fr' }, ['elodie']],
    [{ email: 'éL*' }, ['elodie']],
    [{ email: '*Ämp*' }, ['elodie']],
    [{ email: 'a*b@*' }, ['star']],
    [{ email: "' or true --" }, []],
    [{ phone: '+33612345678' }, ['ada']],
    [{ phone: '+336*' }, ['ada', 'grace']],
    [{ phone: '*12 34*' }, ['sure']],
    [{ phone: '#31#' }, ['star']],
    [{ phone: '+33*', email: '*grace*' }, ['grace']],
    [{ phone: '+49', email: '*grace*' }, []],
    [{ unknown: 'x', email: 'ada*' }, ['ada']],
  ])('%j finds %j', async (filters, names) => {
    expect(await found(filters)).toEqual(names);
  });

  test('a + that is not percent-encoded is a space, except at the start of a phone number', async () => {
    expect((await customers.call(`GET ${path}?phone=%2B49`, { as })).body).toHaveLength(1);
    expect((await customers.call(`GET ${path}?phone=+49`, { as })).body).toHaveLength(1);
    expect((await customers.call(`GET ${path}?phone=*+49`, { as })).body).toHaveLength(0);
  });

  test.each([
    ['email', '*a*b*c*'],
    ['phone', '****'],
    ['email', 'x'.repeat(256)],
    ['phone', '1'.repeat(256)],
    ['phone', '*'.repeat(256)],
  ])('refuses %s=%s', async (field, value) => {
    const { status, body } = await list({ [field]: value });
    const message = expect.stringContaining(`The query parameter ${field} must have at most`);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'malformed_parameter', message })]);
  });

  test('refuses a filter that is given twice', async () => {
    expect((await customers.call(`GET ${path}?email=a&email=b`, { as })).status).toBe(400);
  });

  test('finds a customer by its current values', async () => {
    const { id } = await add({ email: 'old@example.com', last_name: 'moved' });
    await customers.call(`PATCH ${path}/${id}`, { as, body: { email: 'New@example.com' } });
    expect([await found({ email: 'old@*' }), await found({ email: 'new@*' })]).toEqual([[], ['moved']]);
    await customers.call(`PATCH ${path}/${id}`, { as, body: { email: null } });
    expect(await found({ email: 'new@*' })).toEqual([]);
  });
});

describe('private_ref', () => {
  test("finds the customer by the client's own ref, together with other filters", async () => {
    const { as: by, path: of } = await aListOf(customers);
    const other = aCaller({ account: by.account, location_id: by.location_id, location: by.location });
    const mine = await add({ private_ref: 'R', email: 'mine@x' }, of, by);
    const theirs = await add({ private_ref: 'R', email: 'theirs@x' }, of, other);
    const idsOf = async (filters: Record<string, string>, client: TestCaller) =>
      (await list(filters, of, client)).body.map(({ id }: { id: string }) => id);
    expect(await idsOf({ private_ref: 'R' }, by)).toEqual([mine.id]);
    expect(await idsOf({ private_ref: 'R' }, other)).toEqual([theirs.id]);
    expect(await idsOf({ private_ref: 'R', email: '*ine@*' }, by)).toEqual([mine.id]);
    expect(await idsOf({ private_ref: 'R', email: 'theirs@x' }, by)).toEqual([]);
    expect(await idsOf({ private_ref: 'r' }, by)).toEqual([]);
    expect(await idsOf({ private_ref: '*' }, by)).toEqual([]);
    const shown = (await list({}, of, other)).body.map(({ private_ref }: any) => private_ref);
    expect(shown).toEqual([null, 'R']);
  });
});

describe('a phone number that is typed as it is', () => {
  test.each(['+33699887766', '%2B33699887766', '+336998*', '*99887766'])('?phone=%s', async (phone) => {
    const { as: by, path: of } = await aListOf(customers);
    const { id } = await add({ last_name: 'Typed', phone: '+33699887766' }, of, by);
    await add({ last_name: 'Other', phone: '+33600000000' }, of, by);
    const { status, body } = await customers.call(`GET ${of}?phone=${phone}`, { as: by });
    expect([status, body.map((one: { id: string }) => one.id)]).toEqual([200, [id]]);
  });

  test('has its limits after the + is read', async () => {
    expect((await customers.call(`GET ${path}?phone=+${'1'.repeat(255)}`, { as })).status).toBe(400);
    expect((await customers.call(`GET ${path}?phone=+*1*2*3*4`, { as })).status).toBe(400);
  });
});
