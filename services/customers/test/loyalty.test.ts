import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { anyText, expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { aMember, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Loyalty cards (docs/api/customers.md#loyalty-cards). */
describe('loyalty cards', () => {
  let member: Member;
  beforeEach(async () => {
    member = await aMember(customers);
  });

  const refusal = (field: string) => ({
    status: 422,
    body: { error_type: 'unprocessable_entity', errors: [{ field, message: expect.any(String) }] },
  });

  const refOf = ({ body }: { body: any }) => body.ref;

  describe('a card', () => {
    test('starts at 0.0 and is created, retrieved and renamed', async () => {
      const { customer_id, call, createCard } = member;
      const created = await createCard({ customer_id, name: 'Coffee', ref: 'C-1', balance: '9', id: 'mine' });
      expect([created.status, created.body]).toEqual([
        200,
        { id: expect.stringMatching(/^[0-9a-z]{20}$/), customer_id, name: 'Coffee', ref: 'C-1', balance: '0.0' },
      ]);
      const path = `/loyalty_cards/${created.body.id}`;
      expect((await call(`GET ${path}`)).body).toEqual(created.body);
      const renamed = await call(`PATCH ${path}`, { name: 'Tea' });
      expect([renamed.status, renamed.body]).toEqual([200, { ...created.body, name: 'Tea' }]);
      const bare = await call(`PUT ${path}`, { name: null, ref: null });
      expect([bare.status, bare.body]).toEqual([200, { ...created.body, name: null, ref: null }]);
      expect((await call(`GET ${path}`)).body).toEqual(bare.body);
    });

    test('is part of its customer, which shows its cards oldest first', async () => {
      const [first, second] = [await member.card({ ref: 'b', name: 'B' }), await member.card()];
      expect(await member.cards()).toEqual([
        { id: first.id, ref: 'b', name: 'B', balance: '0.0' },
        { id: second.id, ref: null, name: null, balance: '0.0' },
      ]);
    });

    test('an update changes only name and ref, neither customer_id nor balance', async () => {
      const card = await member.card({ name: 'A', ref: 'a' });
      const { body: other } = await member.call('POST /customers', {});
      const others = { id: newId(), customer_id: other.id, balance: '5.0', name: 'B' };
      const updated = await member.call(`PATCH /loyalty_cards/${card.id}`, others);
      expect(updated).toMatchObject({ status: 200, body: { ...card, name: 'B' } });
      // Not even validated.
      const wrong = await member.call(`PATCH /loyalty_cards/${card.id}`, { customer_id: 7, balance: {} });
      expect([wrong.status, wrong.body]).toEqual([200, updated.body]);
    });

    test.each([
      ['a name that is no text', { name: 7 }, 'name'],
      ['a ref that is no text', { ref: {} }, 'ref'],
      ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name'],
      ['a ref of 256 characters', { ref: '🍕'.repeat(256) }, 'ref'],
    ])('refuses %s', async (_what, wrong, field) => {
      const { customer_id, createCard, call } = member;
      expect(await createCard({ customer_id, ...wrong })).toMatchObject(refusal(field));
      const card = await member.card();
      expect(await call(`PATCH /loyalty_cards/${card.id}`, wrong)).toMatchObject(refusal(field));
      expect(await member.cards()).toHaveLength(1);
    });

    test('stores and finds the longest name and ref, of four bytes per character', async () => {
      // All characters differ, so that PostgreSQL cannot compress them in its indexes.
      const long = Array.from({ length: 255 }, (_, index) => String.fromCodePoint(0x20000 + index * 151)).join('');
      const card = await member.card({ name: long, ref: long });
      expect([card.name, card.ref]).toEqual([long, long]);
      expect((await member.call(`GET /loyalty_cards?ref=${encodeURIComponent(long)}`)).body).toEqual([card]);
    });
  });

  describe('customer_id: required at creation, the customer must exist', () => {
    test.each([[undefined], [null], [7], [''], ['unknown'], ["' or true --"]])('refuses %j', async (customer_id) => {
      expect(await member.createCard({ customer_id, ref: 'a' })).toMatchObject(refusal('customer_id'));
      expect((await member.call('GET /loyalty_cards')).body).toEqual([]);
    });

    test('must be a customer of this list, not of another list of the account', async () => {
      const stranger = await aMember(customers);
      const { body: second } = await customers.call(`POST /locations/${member.shop.location_id}/customer_lists`, {
        as: member.shop,
        body: { name: 'Second' },
      });
      const ofSecond = await customers.call(`POST /customer_lists/${second.id}/customers`, { as: member.as, body: {} });
      for (const customer_id of [stranger.customer_id, ofSecond.body.id]) {
        expect(await member.createCard({ customer_id })).toMatchObject(refusal('customer_id'));
      }
      expect(await stranger.cards()).toEqual([]);
    });
  });

  describe('ref: unique per customer; one card of a customer may have none', () => {
    test.each([['a'], [''], [null]])('refuses a second card with the ref %j', async (ref) => {
      const { customer_id, createCard } = member;
      await member.card({ ref, name: 'First' });
      expect(await createCard({ customer_id, ref })).toMatchObject(refusal('ref'));
      expect((await member.cards()).map(({ name }: any) => name)).toEqual(['First']);
    });

    test('is compared exactly; other customers may have the same', async () => {
      const { call, createCard } = member;
      for (const ref of ['a', 'A', ' a', 'a ', 'á', 'a\u0301']) expect((await member.card({ ref })).ref).toBe(ref);
      const { body: other } = await call('POST /customers', {});
      expect(refOf(await createCard({ customer_id: other.id, ref: 'a' }))).toBe('a');
    });

    test('an update cannot take the ref of another card, nor null when another card has none; it may keep its own', async () => {
      const [bare, named] = [await member.card(), await member.card({ ref: 'a' })];
      const patch = (id: string, body: object) => member.call(`PATCH /loyalty_cards/${id}`, body);
      expect(await patch(bare.id, { ref: 'a', name: 'x' })).toMatchObject(refusal('ref'));
      expect(await patch(named.id, { ref: null, name: 'x' })).toMatchObject(refusal('ref'));
      expect(await member.cards()).toMatchObject([
        { ref: null, name: null },
        { ref: 'a', name: null },
      ]);
      expect((await patch(named.id, { ref: 'a' })).status).toBe(200);
      expect((await patch(bare.id, { ref: null })).status).toBe(200);
      expect((await patch(named.id, { ref: 'b' })).status).toBe(200);
      expect(refOf(await patch(bare.id, { ref: 'a' }))).toBe('a');
    });

    test.each([['a'], [null]])('of 20 concurrent creations with %j one succeeds', async (ref) => {
      const { customer_id, createCard } = member;
      const answers = await Promise.all(Array.from({ length: 20 }, () => createCard({ customer_id, ref })));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(19);
      for (const answer of refused) expect(answer).toMatchObject(refusal('ref'));
      const [card, ...more] = await member.cards();
      expect(more).toEqual([]);
      await member.call(`PATCH /loyalty_cards/${card.id}`, { name: 'The last update' });
      expect(await eventually(() => member.updates().length > 1 && member.updates())).toHaveLength(2);
    });

    test('of four concurrent updates to one ref one succeeds', async () => {
      const cards = await Promise.all(['a', 'b', 'c', 'd'].map((ref) => member.card({ ref })));
      const patches = cards.map(({ id }) => member.call(`PATCH /loyalty_cards/${id}`, { ref: 'same' }));
      const statuses = (await Promise.all(patches)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 422, 422, 422]);
    });
  });

  test('a customer has at most 100 cards', async () => {
    const { customer_id, createCard } = member;
    for (let n = 0; n < 100; n += 1) expect((await createCard({ customer_id, ref: `${n}` })).status).toBe(200);
    expect(await createCard({ customer_id, ref: 'more' })).toMatchObject(refusal('customer_id'));
    expect(await member.cards()).toHaveLength(100);
  });

  describe('a list of cards', () => {
    test('is filtered by equal customer_id, name and ref, all of which must match', async () => {
      const { call, createCard, customer_id } = member;
      const { body: bob } = await call('POST /customers', { first_name: 'Bob' });
      const a = await member.card({ name: 'Coffee', ref: 'one' });
      const b = await member.card({ name: 'Tea', ref: 'two' });
      const { body: c } = await createCard({ customer_id: bob.id, name: 'Coffee', ref: 'two' });
      const { body: bare } = await createCard({ customer_id: bob.id });
      const elsewhere = await aMember(customers);
      await elsewhere.card({ name: 'Coffee', ref: 'one' });
      const found = async (query: string) => (await call(`GET /loyalty_cards?${query}`)).body;
      expect(await found('')).toEqual([a, b, c, bare]);
      expect(await found(`customer_id=${customer_id}`)).toEqual([a, b]);
      expect(await found('name=Coffee')).toEqual([a, c]);
      expect(await found('ref=two')).toEqual([b, c]);
      expect(await found(`ref=two&name=Coffee&customer_id=${bob.id}`)).toEqual([c]);
      for (const none of [
        'ref=',
        'ref=null',
        'ref=TWO',
        'name=Cof*',
        'name=%25',
        `customer_id=${elsewhere.customer_id}`,
      ]) {
        expect([none, await found(none)]).toEqual([none, []]);
      }
    });

    test('has pages with each card once, oldest first', async () => {
      const made: string[] = [];
      for (let n = 0; n < 7; n += 1) made.push((await member.card({ ref: `${n}`, name: n % 2 ? 'odd' : 'even' })).id);
      const pagesOf = async (filter: string) => {
        const ids: string[][] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const { body, headers } = await member.call(`GET /loyalty_cards?count=3&cursor=${cursor}${filter}`);
          ids.push(body.map(({ id }: { id: string }) => id));
          cursor = headers.get('x-cursor-next');
        }
        return ids;
      };
      expect(await pagesOf('')).toEqual([made.slice(0, 3), made.slice(3, 6), made.slice(6)]);
      const even = made.filter((_, index) => index % 2 === 0);
      expect(await pagesOf('&name=even')).toEqual([even.slice(0, 3), even.slice(3)]);
      expect((await member.call('GET /loyalty_cards?count=0')).status).toBe(400);
      expect((await member.call('GET /loyalty_cards?cursor=x')).status).toBe(400);
    });
  });

  describe('an update of a card', () => {
    test('makes one customer.update with both states of the customer, or none when nothing changes', async () => {
      const card = await member.card({ ref: 'a' });
      const path = `PATCH /loyalty_cards/${card.id}`;
      await member.call(path, { ref: 'a' });
      await member.call(path, {});
      expect((await member.call(path, { ref: null, name: 'b'.repeat(256) })).status).toBe(422);
      await member.call(path, { name: 'B', ref: 'b' });
      await member.call('POST /customers', {});
      const [created, renamed, ...more] = await eventually(() => member.updates().length >= 2 && member.updates());
      expect(more).toEqual([]);
      const cardsIn = (state: string | null | undefined) => JSON.parse(state ?? '').loyalty_cards;
      const shown = { id: card.id, ref: 'a', name: null, balance: '0.0' };
      expect([cardsIn(created?.previous_state), cardsIn(created?.new_state)]).toEqual([[], [shown]]);
      expect(renamed?.previous_state).toBe(created?.new_state);
      expect(cardsIn(renamed?.new_state)).toEqual([{ ...shown, ref: 'b', name: 'B' }]);
      expect(renamed).toMatchObject({
        ...{ resource_type: 'customer', client_id: member.as.client_id, location_id: member.shop.location_id },
        ids: { customer_id: member.customer_id, customer_list_id: member.list_id },
      });
    });
  });
});

/** Loyalty operations (docs/api/customers.md#loyalty-operations). */
describe('loyalty operations', () => {
  let member: Member;
  let card: any;
  let operations: string;
  beforeEach(async () => {
    member = await aMember(customers);
    card = await member.card({ ref: 'C' });
    operations = `/loyalty_cards/${card.id}/operations`;
    Object.assign(customers.orders, { locations: new Map(), requests: [], isUnavailable: false });
  });

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

    test.each([['nothing'], ['..'], ["' or true --"]])('%j is no order: 422', async (order_id) => {
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
});

/** Balances are exact (docs/api/customers.md#loyalty-operations, docs/api/conventions.md#decimals). */
describe('balances', () => {
  const places = 10;

  /** A decimal as a count of its smallest unit, without a decimal library. */
  function exact(decimal: string): bigint {
    const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
    return BigInt(`${sign}${whole}${part.padEnd(places, '0')}`);
  }

  const sum = (numbers: bigint[]) => numbers.reduce((total, next) => total + next, 0n);

  /** All operations of a card, oldest first. */
  async function operationsOf(member: Member, card_id: string) {
    const found: { delta: string; new_balance: string }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body, headers } = await member.call(`GET /loyalty_cards/${card_id}/operations?cursor=${cursor}`);
      found.push(...body);
      cursor = headers.get('x-cursor-next');
    }
    return found.reverse();
  }

  /** Each balance is the previous one plus the delta, and the last one is the card's. */
  async function expectUnbroken(member: Member, card_id: string) {
    const operations = await operationsOf(member, card_id);
    let balance = 0n;
    for (const { delta, new_balance } of operations) {
      balance += exact(delta);
      expect(exact(new_balance)).toBe(balance);
      expect(new_balance).toMatch(/^-?\d+\.\d+$/);
    }
    const { body: card } = await member.call(`GET /loyalty_cards/${card_id}`);
    expect(exact(card.balance)).toBe(balance);
    return operations;
  }

  const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });

  const delta = fc
    .tuple(fc.constantFrom('', '-'), digits(24), fc.option(digits(places), { nil: undefined }))
    .map(([sign, whole, part]) => `${sign}${whole}${part === undefined ? '' : `.${part}`}`);

  test('any deltas in sequence add up exactly, without a gap', async () => {
    const member = await aMember(customers);
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(delta, { minLength: 1, maxLength: 12 }), async (deltas) => {
        const card = await member.card({ ref: `${(made += 1)}` });
        for (const each of deltas) expect((await member.operate(card.id, { delta: each })).status).toBe(200);
        const operations = await expectUnbroken(member, card.id);
        expect(operations.map((operation) => operation.delta)).toEqual(deltas);
        expect(exact(operations.at(-1)?.new_balance ?? '')).toBe(sum(deltas.map(exact)));
      }),
      { numRuns: sized(10, 60), endOnFailure: true },
    );
  });

  test('concurrent operations of +1.1 add up exactly, each with a change in sequence', async () => {
    const count = sized(50, 200);
    const member = await aMember(customers);
    const card = await member.card();
    /** Without a free database connection the answer is 503 and nothing is stored: repeats the request. */
    const operate = async (): Promise<void> => {
      const { status } = await member.operate(card.id, { delta: '1.1' });
      if (status === 503) return operate();
      expect(status).toBe(200);
    };
    await Promise.all(Array.from({ length: count }, operate));
    expect(await expectUnbroken(member, card.id)).toHaveLength(count);
    expect((await member.cards())[0].balance).toBe(`${(count * 11) / 10}.0`);
    const [created, ...updates] = await eventually(() => member.updates().length > count && member.updates());
    expect(updates).toHaveLength(count);
    const states = [created, ...updates].map((change) => change?.new_state);
    expect(updates.map(({ previous_state }) => previous_state)).toEqual(states.slice(0, -1));
  });

  test('concurrent operations on two cards, renamings and updates of the customer lose nothing', async () => {
    const member = await aMember(customers);
    const [first, second] = [await member.card({ ref: 'a' }), await member.card({ ref: 'b' })];
    const changes = Array.from({ length: 60 }, (_, n) => {
      if (n % 4 === 0) return member.call(`PATCH /loyalty_cards/${first.id}`, { name: `${n}` });
      if (n % 4 === 1) return member.call(`PATCH /customers/${member.customer_id}`, { city: `${n}` });
      return member.operate((n % 4 === 2 ? first : second).id, { delta: n % 4 === 2 ? '0.1' : '-0.3' });
    });
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
    await expectUnbroken(member, first.id);
    await expectUnbroken(member, second.id);
    expect(await member.cards()).toMatchObject([
      { ref: 'a', balance: '1.5' },
      { ref: 'b', balance: '-4.5' },
    ]);
  });
});

/** Random bodies, queries and ids of loyalty cards and operations never cause a 500. */
describe('random requests about loyalty', () => {
  let member: Member;
  let card: any;
  beforeAll(async () => {
    member = await aMember(customers);
    card = await member.card({ ref: 'C', name: 'Coffee' });
  });

  const ignored = ['id', 'balance', 'new_balance'];

  const anyBody = (body: object) => fc.oneof({ arbitrary: mutated(body, { ignored }), weight: 5 }, strangeValue());

  test.each<[string, () => [string, object]]>([
    ['new cards', () => ['POST /loyalty_cards', { customer_id: member.customer_id, name: 'N', ref: 'R' }]],
    ['updates of a card', () => [`PATCH /loyalty_cards/${card.id}`, { name: 'N', ref: 'R' }]],
    ['operations', () => [`POST /loyalty_cards/${card.id}/operations`, { delta: '1', reason: 'R', order_id: 'O' }]],
  ])('%s', (_what, target) => {
    const [route, body] = target();
    return fc.assert(
      fc.asyncProperty(anyBody(body), async (sent) =>
        expectDocumented(await member.call(route, JSON.stringify(sent) ?? 'null'), [200, 400, 404, 422]),
      ),
      { numRuns: sized(40, 300) },
    );
  });

  test('queries', () => {
    const name = fc.constantFrom('customer_id', 'name', 'ref', 'count', 'cursor');
    return fc.assert(
      fc.asyncProperty(fc.dictionary(name, anyText()), async (filters) => {
        const query = new URLSearchParams(filters).toString();
        for (const path of ['/loyalty_cards', `/loyalty_cards/${card.id}/operations`]) {
          expect([200, 400, 422]).toContain((await member.call(`GET ${path}?${query}`)).status);
        }
      }),
      { numRuns: sized(30, 150) },
    );
  });

  test('ids in paths', () =>
    fc.assert(
      fc.asyncProperty(anyText({ minLength: 1 }), async (text) => {
        const id = encodeURIComponent(text.toWellFormed());
        if (/^\.+$/.test(id)) return;
        for (const path of [`/loyalty_cards/${id}`, `/loyalty_cards/${card.id}/operations/${id}`]) {
          expect((await member.call(`GET ${path}`)).status).toBe(404);
        }
      }),
      { numRuns: sized(30, 100) },
    ));
});
