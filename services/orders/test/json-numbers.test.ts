/** JSON numbers in orders (docs/api/conventions.md#json-numbers, docs/api/conventions.md#decimals). */
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

/** Sends an order in which the text "<n>" is a JSON number, written like this. */
function create(order: object, number: string) {
  const body = JSON.stringify(order).replaceAll('"<n>"', number);
  return orders.call(`POST /locations/${as.location_id}/orders`, { as, body });
}

const fieldsOf = (body: { errors: { field: string; message: string }[] }) => body.errors.map(({ field }) => field);

describe('a JSON number where a decimal is due', () => {
  test.each([
    ['2', '2'],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['2.50', '2.5'],
    ['25e-1', '2.5'],
    ['123456789.012345', '123456789.012345'],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234', '123456789012345678901234'],
  ])('is taken when it is exact: %s, shown as %j', async (number, shown) => {
    const item = anItem({ quantity: '<n>', tax_rate: '<n>', points_earned: '<n>', points_used: '<n>' });
    const { status, body } = await create(anOrder({ items: [item], customer: { latitude: '<n>' } }), number);
    expect(status).toBe(200);
    expect(body.items[0]).toMatchObject({ quantity: shown, tax_rate: shown, points_earned: shown, points_used: shown });
    expect(body.customer.latitude).toBe(shown);
  });

  test.each(['0.30000000000000004', '1.0000000000000001', '1234567890123.4567', '1e24', '1e-11', '1e400'])(
    'is refused otherwise: %s',
    async (number) => {
      const { status, body } = await create(anOrder({ items: [anItem({ quantity: '<n>' })] }), number);
      expect([status, fieldsOf(body)]).toEqual([422, ['items.0.quantity']]);
    },
  );

  test('counts in the total', async () => {
    const { body } = await create(anOrder({ items: [anItem({ price: '0.10 EUR', quantity: '<n>' })] }), '3.5');
    expect(body.total).toBe('0.35 EUR');
  });

  test('is taken for the percentage of a deal line', async () => {
    const lines = { deal_key: 'a', pricing_effect: 'percentage_off', pricing_value: '<n>' };
    const order = anOrder({ deals: { a: { name: 'Menu' } }, items: [anItem({ deal_line: lines })] });
    expect((await create(order, '12.5')).body.items[0].deal_line.pricing_value).toBe('12.5');
    expect(fieldsOf((await create(order, '101')).body)).toEqual(['items.0.deal_line.pricing_value']);
    expect(fieldsOf((await create(order, '12.500000000000000001')).body)).toEqual(['items.0.deal_line.pricing_value']);
  });

  test('is never taken for Money', async () => {
    expect(fieldsOf((await create(anOrder({ items: [anItem({ price: '<n>' })] }), '1')).body)).toEqual([
      'items.0.price',
    ]);
  });
});

describe('a number in custom fields or in the info of a payment', () => {
  const order = anOrder({ custom_fields: { erp: { ids: ['<n>'] } } });

  test.each(['9007199254740991', '-0.1', '1e21', '0.30000000000000004'])(
    'that JSON keeps is stored: %s',
    async (number) => {
      const { status, body } = await create(order, number);
      expect([status, body.custom_fields]).toEqual([200, { erp: { ids: [Number(number)] } }]);
    },
  );

  test.each(['9007199254740993', '12345678901234567890', '0.1000000000000000055', '1e-400'])(
    'that would change is a 422 that names its path: %s',
    async (number) => {
      const { status, body } = await create(order, number);
      expect([status, fieldsOf(body)]).toEqual([422, ['custom_fields.erp.ids.0']]);
      expect(body.message).toContain('send it as a string');
    },
  );

  test('in the info of a payment too', async () => {
    const paid = anOrder({ payments: [{ amount: '1.00 EUR', info: { terminal: '<n>' } }] });
    expect(fieldsOf((await create(paid, '9007199254740993')).body)).toEqual(['payments.0.info.terminal']);
  });

  test('in a field that the hub does not know is ignored', async () => {
    expect((await create({ ...anOrder(), legacy: '<n>' }, '9007199254740993')).status).toBe(200);
  });
});
