/** Loyalty operations (docs/api/customers.md#loyalty-operations). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { aMember, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let member: Member;
let card: any;
let operations: string;
beforeAll(async () => {
  customers = await startTestCustomers();
});
beforeEach(async () => {
  member = await aMember(customers);
  card = await member.card({ ref: 'C' });
  operations = `/loyalty_cards/${card.id}/operations`;
  Object.assign(customers.orders, { locations: new Map(), requests: [], isUnavailable: false });
});
afterAll(() => customers.close());

const refusal = (field: string) => ({
  status: 422,
  body: { error_type: 'unprocessable_entity', errors: [{ field, message: expect.any(String) }] },
});
const listed = async () => (await member.call(`GET ${operations}`)).body;
/** An order of the member's account at a location. */
function anOrderAt(location_id: string | null, account_id = member.as.account?.id) {
  const order_id = newId();
  customers.orders.locations.set(`${account_id}/${order_id}`, location_id ?? '');
  return order_id;
}

describe('an operation', () => {
  test('is created, retrieved and listed; the card has the new balance', async () => {
    const created = await member.operate(card.id, {
      delta: '12.50',
      reason: 'Birthday',
      new_balance: '99',
      id: 'mine',
    });
    expect([created.status, created.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-z]{20}$/),
        customer_id: member.customer_id,
        created_at: expect.stringMatching(/T\d\d:\d\d:\d\d\+0[12]:00$/),
        ...{ order_location_id: null, order_id: null, reason: 'Birthday', delta: '12.50', new_balance: '12.5' },
      },
    ]);
    expect((await member.call(`GET ${operations}/${created.body.id}`)).body).toEqual(created.body);
    expect(await listed()).toEqual([created.body]);
    const after = { ...card, balance: '12.5' };
    expect((await member.call(`GET /loyalty_cards/${card.id}`)).body).toEqual(after);
    expect((await member.cards())[0].balance).toBe('12.5');
    expect(customers.orders.requests).toEqual([]);
  });

  test('in a list of the account has its time in UTC', async () => {
    const guest = await aMember(customers, 'account');
    const { body } = await guest.operate((await guest.card()).id, { delta: '1' });
    expect(body.created_at).toMatch(/\d\dZ$/);
  });

  test.each([
    ['1', '1.0'],
    ['-2.5', '-2.5'],
    ['0', '0.0'],
    ['-0', '0.0'],
    ['-0.000', '0.0'],
    ['007.10', '7.1'],
    ['0.0000000001', '0.0000000001'],
    [`${'9'.repeat(24)}.9999999999`, `${'9'.repeat(24)}.9999999999`],
    [`-${'9'.repeat(24)}`, `-${'9'.repeat(24)}.0`],
  ])('the delta %s is shown as it was sent, and the new balance is %s', async (delta, new_balance) => {
    expect(await member.operate(card.id, { delta })).toMatchObject({ status: 200, body: { delta, new_balance } });
    expect(await listed()).toMatchObject([{ delta, new_balance }]);
  });

  test('a balance may have more digits than a delta, wherever it is shown', async () => {
    const delta = `${'9'.repeat(24)}.9999999999`;
    for (let n = 0; n < 3; n += 1) await member.operate(card.id, { delta });
    const balance = `2${'9'.repeat(24)}.9999999997`;
    expect((await listed())[0].new_balance).toBe(balance);
    expect((await member.call(`GET /loyalty_cards/${card.id}`)).body.balance).toBe(balance);
    expect((await member.call('GET /loyalty_cards')).body[0].balance).toBe(balance);
    expect((await member.cards())[0].balance).toBe(balance);
  });

  test('is undone by an opposite operation', async () => {
    for (const delta of ['0.1', '0.2', '-0.3']) await member.operate(card.id, { delta });
    expect((await listed()).map(({ new_balance }: any) => new_balance)).toEqual(['0.0', '0.3', '0.1']);
  });

  test('can be neither updated nor deleted', async () => {
    const { body } = await member.operate(card.id, { delta: '1' });
    for (const method of ['PATCH', 'PUT', 'DELETE', 'POST']) {
      const answer = await member.call(`${method} ${operations}/${body.id}`, { delta: '5' });
      expect([method, answer.status, answer.body.error_type]).toEqual([method, 404, 'routing_error']);
    }
    expect(await listed()).toEqual([body]);
  });
});

describe('refuses, and changes nothing', () => {
  test.each<[string, unknown, string]>([
    ...[
      undefined,
      null,
      true,
      '',
      '1.',
      '.5',
      '+1',
      '1e3',
      'NaN',
      '1,5',
      ' 1',
      '9'.repeat(25),
      '0.12345678901',
      {},
    ].map((delta): [string, unknown, string] => ['a delta that is no decimal', { delta }, 'delta']),
    ['a reason that is no text', { delta: '1', reason: 5 }, 'reason'],
    ['a reason of 10,001 characters', { delta: '1', reason: 'é'.repeat(10_001) }, 'reason'],
    ['an order_id that is no text', { delta: '1', order_id: 5 }, 'order_id'],
    ['an order_id of 1,001 characters', { delta: '1', order_id: 'x'.repeat(1_001) }, 'order_id'],
  ])('%s: %j', async (_what, body, field) => {
    expect(await member.operate(card.id, body as object)).toMatchObject(refusal(field));
    expect(await listed()).toEqual([]);
    expect((await member.cards())[0].balance).toBe('0.0');
  });

  test('accepts a reason of 10,000 characters; null is the same as absent', async () => {
    const reason = '🍕'.repeat(10_000);
    expect((await member.operate(card.id, { delta: '1', reason })).body.reason).toBe(reason);
    expect(await member.operate(card.id, { delta: '1', reason: null, order_id: null })).toMatchObject({
      status: 200,
      body: { reason: null, order_id: null },
    });
  });

  test('a missing card, or a card of another list: 404', async () => {
    const other = await aMember(customers);
    const foreign = await other.card();
    for (const id of [newId(), foreign.id, 'x'.repeat(65), '..%2f..', card.customer_id]) {
      expect([id, (await member.operate(id, { delta: '1' })).status]).toEqual([id, 404]);
      expect([id, (await member.call(`GET /loyalty_cards/${id}/operations`)).status]).toEqual([id, 404]);
    }
    expect((await other.cards())[0].balance).toBe('0.0');
  });

  test('an operation of another card: 404', async () => {
    const second = await member.card({ ref: 'D' });
    const { body } = await member.operate(second.id, { delta: '1' });
    expect((await member.call(`GET ${operations}/${body.id}`)).status).toBe(404);
    expect((await member.call(`GET ${operations}/${newId()}`)).status).toBe(404);
  });
});

describe('order_id: the order must exist; one order may have several operations', () => {
  test('shows the order and its location', async () => {
    const order_id = anOrderAt(member.shop.location_id);
    const { body } = await member.operate(card.id, { delta: '1', order_id });
    expect(body).toMatchObject({ order_id, order_location_id: member.shop.location_id });
    expect((await member.operate(card.id, { delta: '2', order_id })).status).toBe(200);
    expect((await listed()).map((operation: any) => operation.order_id)).toEqual([order_id, order_id]);
    const request = { route: 'POST /internal/operation-orders', account_id: member.as.account?.id, order_id };
    expect(customers.orders.requests).toEqual([request, request]);
  });

  test.each([[''], ['nothing'], ['..'], ["' or true --"]])('%j is no order: 422', async (order_id) => {
    expect(await member.operate(card.id, { delta: '1', order_id })).toMatchObject(refusal('order_id'));
    expect(await listed()).toEqual([]);
  });

  test('an order of another account, or for a location connection of another location, is unknown', async () => {
    const elsewhere = anOrderAt(newId());
    const unknown = await member.operate(card.id, { delta: '1', order_id: newId() });
    for (const order_id of [elsewhere, anOrderAt(member.shop.location_id, newId())]) {
      const { status, body } = await member.operate(card.id, { delta: '1', order_id });
      expect([status, body]).toEqual([422, unknown.body]);
    }
    expect(await listed()).toEqual([]);
    const ofAccount = await member.operate(card.id, { delta: '1', order_id: elsewhere }, member.chain);
    expect([ofAccount.status, ofAccount.body.order_id]).toEqual([200, elsewhere]);
  });

  test('while orders is unavailable: 503 with retry-after and nothing stored; without an order it still works', async () => {
    const order_id = anOrderAt(member.shop.location_id);
    customers.orders.isUnavailable = true;
    const { status, body, headers } = await member.operate(card.id, { delta: '1', order_id });
    expect([status, body.error_type, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '2']);
    expect(await listed()).toEqual([]);
    expect((await member.operate(card.id, { delta: '1' })).body.new_balance).toBe('1.0');
    customers.orders.isUnavailable = false;
    expect((await member.operate(card.id, { delta: '1', order_id })).body.new_balance).toBe('2.0');
  });

  test('does not look the order up for a caller that may not write the card', async () => {
    const order_id = anOrderAt(member.shop.location_id);
    const reader = { ...member.shop, scope: 'location[all_customer_lists.read]' };
    expect((await member.operate(card.id, { delta: '1', order_id }, reader)).status).toBe(403);
    const stranger = await aMember(customers);
    expect((await member.operate(card.id, { delta: '1', order_id }, stranger.as)).status).toBe(404);
    expect((await member.operate(newId(), { delta: '1', order_id })).status).toBe(404);
    expect(customers.orders.requests).toEqual([]);
  });
});

test('pages are newest first and have each operation once, while others are created', async () => {
  for (let n = 1; n <= 5; n += 1) await member.operate(card.id, { delta: `${n}` });
  const first = await member.call(`GET ${operations}?count=2`);
  await member.operate(card.id, { delta: '6' });
  const second = await member.call(`GET ${operations}?count=2&cursor=${first.headers.get('x-cursor-next')}`);
  const third = await member.call(`GET ${operations}?count=2&cursor=${second.headers.get('x-cursor-next')}`);
  const deltas = [first, second, third].map(({ body }) => body.map(({ delta }: any) => delta));
  expect(deltas).toEqual([['5', '4'], ['3', '2'], ['1']]);
  expect(third.headers.get('x-cursor-next')).toBeNull();
  expect((await member.call(`GET ${operations}?cursor=3`)).status).toBe(400);
  expect((await member.call(`GET ${operations}?count=0`)).status).toBe(400);
});

test('an operation makes one customer.update, caused by its client, or none when the balance stays', async () => {
  await member.operate(card.id, { delta: '0' });
  await member.operate(card.id, { delta: '5' });
  await member.operate(card.id, { delta: '-5.0' }, member.chain);
  const [, added, deducted, ...more] = await eventually(() => member.updates().length >= 3 && member.updates());
  expect(more).toEqual([]);
  const balanceIn = (state: string | null | undefined) => JSON.parse(state ?? '').loyalty_cards[0].balance;
  expect([balanceIn(added?.previous_state), balanceIn(added?.new_state)]).toEqual(['0.0', '5.0']);
  expect(deducted?.previous_state).toBe(added?.new_state);
  expect(balanceIn(deducted?.new_state)).toBe('0.0');
  expect([added?.client_id, deducted?.client_id]).toEqual([member.as.client_id, member.chain.client_id]);
  expect(await listed()).toHaveLength(3);
});
