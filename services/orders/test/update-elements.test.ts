/** Elements in an update (docs/api/orders.md#element-updates, docs/api/orders.md#deleted-elements). */
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
const path = `/locations/${as.location_id}/orders`;

const element = {
  items: anItem({ price: '10.00 EUR' }),
  discounts: { name: 'Off', price_off: '1.00 EUR' },
  charges: { name: 'Box', price: '2.00 EUR' },
  payments: { name: 'Card', amount: '11.00 EUR' },
};
type Collection = keyof typeof element;
const collections = Object.keys(element) as Collection[];

const place = async (more: object = {}) => {
  const one = Object.fromEntries(Object.entries(element).map(([name, value]) => [name, [value]]));
  const { body } = await orders.call(`POST ${path}`, { as, body: anOrder({ ...one, ...more }) });
  expect(body).toMatchObject({ total: '11.00 EUR', payment_discrepancy: '0.00 EUR' });
  return body;
};
const update = (id: string, body: object) => orders.call(`PATCH ${path}/${id}`, { as, body });
const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

describe.each(collections)('%s', (name) => {
  test('an addition comes last, with its own id and private ref', async () => {
    const order = await place();
    const { status, body } = await update(order.id, { [name]: [{ ...element[name], private_ref: 'new one' }] });
    expect(status).toBe(200);
    expect(body[name]).toEqual([
      order[name][0],
      { ...order[name][0], id: expect.not.stringContaining(order[name][0].id), private_ref: 'new one' },
    ]);
  });

  test('a deleted element stays in the order, marked; deleting it again changes nothing', async () => {
    const order = await place();
    const gone = [{ id: order[name][0].id, deleted: true }];
    const { body } = await update(order.id, { [name]: gone });
    expect(body[name]).toEqual([{ ...order[name][0], deleted: true }]);
    const again = await update(order.id, { [name]: gone });
    expect([again.status, again.body]).toEqual([200, body]);
  });

  test('sets a private ref; null clears it', async () => {
    const order = await place();
    const { id } = order[name][0];
    const { body } = await update(order.id, { [name]: [{ id, private_ref: 'L-1' }] });
    expect(body).toEqual({ ...order, [name]: [{ ...order[name][0], private_ref: 'L-1' }] });
    expect((await update(order.id, { [name]: [{ id, private_ref: null }] })).body).toEqual(order);
  });

  test('takes several updates at once', async () => {
    const order = await place();
    const { id } = order[name][0];
    const { body } = await update(order.id, {
      [name]: [element[name], { id, private_ref: 'p' }, { id, deleted: true }],
    });
    expect(body[name]).toHaveLength(2);
    expect(body[name][0]).toMatchObject({ id, private_ref: 'p', deleted: true });
    expect(body[name][1]).toMatchObject({ deleted: false, private_ref: null });
  });

  describe('refuses, naming the element and changing nothing', () => {
    test.each<[string, (id: string) => object, string]>([
      ['an unknown id', () => ({ id: 'nothing', deleted: true }), '.id'],
      ['a private ref of an unknown id', () => ({ id: 'nothing', private_ref: 'x' }), '.id'],
      ['an id that is a number', () => ({ id: 7, deleted: true }), '.id'],
      ['a deletion taken back', (id) => ({ id, deleted: false }), '.deleted'],
      ['deleted null', (id) => ({ id, deleted: null }), '.deleted'],
      ['an id alone', (id) => ({ id }), ''],
      ['deleted and private_ref together', (id) => ({ id, deleted: true, private_ref: 'x' }), ''],
      ['deleted, and a private_ref of null', (id) => ({ id, deleted: true, private_ref: null }), ''],
      ['an element modified', (id) => ({ id, ...element[name] }), ''],
      ['a private ref and a name', (id) => ({ id, private_ref: 'x', name: 'y' }), ''],
      ['a private ref too long', (id) => ({ id, private_ref: 'x'.repeat(256) }), '.private_ref'],
      [
        'an addition without its fields',
        () => ({}),
        name === 'payments' ? '.amount' : name === 'items' ? '.product_name' : '.name',
      ],
      ['null', () => null as never, ''],
    ])('%s', async (_case, broken, path) => {
      const order = await place();
      const sent = { seller_notes: 'not this either', [name]: [element[name], broken(order[name][0].id)] };
      const { status, body } = await update(order.id, sent);
      expect([status, body.error_type]).toEqual([422, 'unprocessable_entity']);
      expect(body.errors.map(({ field }: { field: string }) => field)).toContain(`${name}.1${path}`);
      expect(await retrieve(order.id)).toEqual(order);
    });

    test("another order's element", async () => {
      const [order, other] = [await place(), await place()];
      const { status, body } = await update(order.id, { [name]: [{ id: other[name][0].id, deleted: true }] });
      expect([status, body.errors[0].field]).toEqual([422, `${name}.0.id`]);
    });
  });
});

describe('totals follow', () => {
  test.each<[Collection, string, string | null]>([
    ['items', '21.00 EUR', '-10.00 EUR'],
    ['discounts', '10.00 EUR', '1.00 EUR'],
    ['charges', '13.00 EUR', '-2.00 EUR'],
    ['payments', '11.00 EUR', '11.00 EUR'],
  ])('an addition to %s: %s', async (name, total, payment_discrepancy) => {
    const order = await place();
    expect((await update(order.id, { [name]: [element[name]] })).body).toMatchObject({ total, payment_discrepancy });
  });

  test.each<[Collection, string, string | null]>([
    ['items', '1.00 EUR', '10.00 EUR'],
    ['discounts', '12.00 EUR', '-1.00 EUR'],
    ['charges', '9.00 EUR', '2.00 EUR'],
    ['payments', '11.00 EUR', null],
  ])('a deletion from %s: %s', async (name, total, payment_discrepancy) => {
    const order = await place();
    const { body } = await update(order.id, { [name]: [{ id: order[name][0].id, deleted: true }] });
    expect(body).toMatchObject({ total, payment_discrepancy });
  });
});

describe('additions follow the rules of a creation', () => {
  test('an added item joins a deal by the key of the service', async () => {
    const order = await place({ deals: { lunch: { name: 'Lunch' } } });
    const { body } = await update(order.id, { items: [anItem({ deal_line: { deal_key: '0', label: 'Side' } })] });
    expect(body.items[1].deal_line).toMatchObject({ deal_key: '0', label: 'Side' });
  });

  test.each<[string, object, string]>([
    [
      'the key that the client once gave',
      { items: [anItem({ deal_line: { deal_key: 'lunch' } })] },
      'items.0.deal_line.deal_key',
    ],
    ['another currency', { charges: [{ name: 'Box', price: '1.00 USD' }] }, 'charges.0.price'],
    ['a price that is a number', { items: [anItem({ price: 1 })] }, 'items.0.price'],
    [
      'a pricing value that does not fit',
      { items: [anItem({ deal_line: { deal_key: '0', pricing_effect: 'fixed_price' } })] },
      'items.0.deal_line.pricing_value',
    ],
    ['a collection that is no array', { payments: {} }, 'payments'],
  ])('%s', async (_case, sent, field) => {
    const order = await place({ deals: { lunch: { name: 'Lunch' } } });
    const { status, body } = await update(order.id, sent);
    expect([status, body.errors[0].field]).toEqual([422, field]);
    expect(await retrieve(order.id)).toEqual(order);
  });

  test('ignores deals: they cannot be added', async () => {
    const order = await place();
    expect((await update(order.id, { deals: { a: { name: 'A' } } })).body).toEqual(order);
  });
});
