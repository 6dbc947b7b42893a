/** Deals and deal lines (docs/api/orders.md#deals, docs/api/orders.md#deal-lines). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const create = (body: unknown) => orders.call(`POST /locations/${as.location_id}/orders`, { as, body });

const inDeal = (deal_key: string, line: object = {}) => anItem({ deal_line: { deal_key, ...line } });

describe('the service renumbers the keys 0, 1, …', () => {
  test('in the order of the keys; items follow their deal', async () => {
    const deals = { lunch: { name: 'Lunch' }, 'a b': { name: 'AB', ref: 'R' }, constructor: { name: 'C' } };
    const { body } = await create(anOrder({ deals, items: [inDeal('constructor'), inDeal('lunch'), inDeal('a b')] }));
    expect(body.deals).toEqual({
      0: { name: 'Lunch', ref: null },
      1: { name: 'AB', ref: 'R' },
      2: { name: 'C', ref: null },
    });
    expect(body.items.map((item: any) => item.deal_line.deal_key)).toEqual(['2', '0', '1']);
  });

  test('numeric keys in their numeric order', async () => {
    const deals = { 10: { name: 'ten' }, 9: { name: 'nine' }, 1: { name: 'one' } };
    const { body } = await create(anOrder({ deals, items: [inDeal('10'), inDeal('1')] }));
    expect(Object.values(body.deals).map((deal: any) => deal.name)).toEqual(['one', 'nine', 'ten']);
    expect(body.items.map((item: any) => item.deal_line.deal_key)).toEqual(['2', '0']);
  });

  test('a deal without items stays', async () => {
    const { body } = await create(anOrder({ deals: { x: { name: 'Unused' } } }));
    expect(body.deals).toEqual({ 0: { name: 'Unused', ref: null } });
  });
});

describe('refuses a deal_key that is not a key of the deals', () => {
  test.each([
    ['another key', { deals: { a: { name: 'A' } }, items: [inDeal('b')] }],
    ['no deals', { items: [inDeal('0')] }],
    ['null deals', { deals: null, items: [inDeal('0')] }],
    ['the key that the service would give', { deals: { a: { name: 'A' } }, items: [inDeal('0')] }],
    ['a name that every object has', { deals: {}, items: [inDeal('toString')] }],
  ])('%s', async (_case, body) => {
    const answer = await create(anOrder(body));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      error_type: 'unprocessable_entity',
      errors: [{ field: 'items.0.deal_line.deal_key', message: "must be a key of the order's deals" }],
    });
  });

  test('naming every such item', async () => {
    const { body } = await create(
      anOrder({ deals: { a: { name: 'A' } }, items: [inDeal('x'), inDeal('a'), inDeal('y')] }),
    );
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'items.0.deal_line.deal_key',
      'items.2.deal_line.deal_key',
    ]);
  });
});

describe('pricing_value: Money for fixed_price and price_off, 0 to 100 for percentage_off, null for unchanged', () => {
  const send = (line: object) => create(anOrder({ deals: { a: { name: 'A' } }, items: [inDeal('a', line)] }));

  test.each([
    [{ pricing_effect: 'unchanged', pricing_value: null }],
    [{ pricing_effect: 'fixed_price', pricing_value: '5.00 EUR' }],
    [{ pricing_effect: 'price_off', pricing_value: '0.00 EUR' }],
    [{ pricing_effect: 'percentage_off', pricing_value: '0' }],
    [{ pricing_effect: 'percentage_off', pricing_value: '100.0' }],
    [{ pricing_effect: 'percentage_off', pricing_value: '33.3333333333' }],
    [{ pricing_effect: null, pricing_value: null }],
    [{ label: 'Main', position: 2 }],
    [{ label: null, position: 'first' }],
  ])('accepts %j, and computes nothing from it', async (line) => {
    const { status, body } = await send(line);
    expect(status).toBe(200);
    const unset = { label: null, position: null, pricing_effect: null, pricing_value: null };
    expect(body.items[0].deal_line).toEqual({ deal_key: '0', ...unset, ...line });
    expect(body.total).toBe('9.80 EUR');
  });

  test('a percentage may be a JSON number, and is shown as a decimal', async () => {
    const { body } = await send({ pricing_effect: 'percentage_off', pricing_value: 10 });
    expect(body.items[0].deal_line.pricing_value).toBe('10');
  });

  test.each([
    [{ pricing_effect: 'unchanged', pricing_value: '1.00 EUR' }],
    [{ pricing_effect: 'fixed_price' }],
    [{ pricing_effect: 'fixed_price', pricing_value: '10' }],
    [{ pricing_effect: 'price_off', pricing_value: null }],
    [{ pricing_effect: 'price_off', pricing_value: '1.00 USD' }],
    [{ pricing_effect: 'percentage_off', pricing_value: '100.01' }],
    [{ pricing_effect: 'percentage_off', pricing_value: '-1' }],
    [{ pricing_effect: 'percentage_off', pricing_value: '5.00 EUR' }],
    [{ pricing_effect: 'percentage_off' }],
    [{ pricing_effect: 'percentage_off', pricing_value: 100.5 }],
    [{ pricing_effect: 'fixed_price', pricing_value: 10 }],
    [{ pricing_value: '10' }],
  ])('refuses %j', async (line) => {
    const { status, body } = await send(line);
    expect(status).toBe(422);
    expect(body.errors[0].field).toBe('items.0.deal_line.pricing_value');
  });

  test.each(['free', 'FIXED_PRICE', ''])('refuses the effect %j', async (pricing_effect) => {
    const { status, body } = await send({ pricing_effect });
    expect([status, body.errors[0].field]).toEqual([422, 'items.0.deal_line.pricing_effect']);
  });
});
