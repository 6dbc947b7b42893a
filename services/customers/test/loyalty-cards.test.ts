/** Loyalty cards (docs/api/customers.md#loyalty-cards). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { aMember, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let member: Member;
beforeAll(async () => {
  customers = await startTestCustomers();
});
beforeEach(async () => {
  member = await aMember(customers);
});
afterAll(() => customers.close());

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
    for (const ref of ['a', 'A', ' a', 'a ', 'á', 'a\u0301', '']) expect((await member.card({ ref })).ref).toBe(ref);
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
