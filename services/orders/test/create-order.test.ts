import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller({ client_name: 'Website', connection_name: 'Main' });
const path = `/locations/${as.location_id}/orders`;
const create = (body: unknown, options: object = {}) => orders.call(`POST ${path}`, { as, body, ...options });

describe('200', () => {
  test('an order with only a status has every field: unset ones are null, collections empty', async () => {
    const { status, body } = await create({ status: 'new' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{20}$/),
      location_id: as.location_id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/),
      created_by: 'Website',
      connection_name: 'Main',
      channel: 'Website',
      ref: null,
      private_ref: null,
      status: 'new',
      service_type: null,
      service_type_ref: null,
      expected_time: null,
      asap: null,
      expected_time_pickup: null,
      confirmed_time: null,
      customer_notes: null,
      seller_notes: null,
      collection_code: null,
      coupon_codes: [],
      items: [],
      deals: {},
      discounts: [],
      charges: [],
      payments: [],
      customer: expect.objectContaining({ id: null }),
      loyalty_operations: [],
      custom_fields: {},
      total: '0.00 EUR',
      total_discrepancy: null,
      payment_discrepancy: null,
    });
  });

  test('the reply is what a retrieval returns', async () => {
    const { body } = await create(anOrder({ private_ref: 'R-1', items: [anItem({ private_ref: 'L-1' })] }));
    const retrieved = await orders.call(`GET ${path}/${body.id}`, { as });
    expect(retrieved.body).toEqual(body);
    expect(body.private_ref).toBe('R-1');
    expect(body.items[0].private_ref).toBe('L-1');
  });

  test('announces its creation, with the state and the client that caused it', async () => {
    const { body } = await create(anOrder({ private_ref: 'R-2' }));
    const change = await eventually(() => orders.changes().find(({ ids }) => ids['order_id'] === body.id));
    expect(change).toMatchObject({
      resource_type: 'order',
      event_type: 'create',
      client_id: as.client_id,
      account_id: as.account?.id,
      location_id: as.location_id,
      timezone: 'Europe/Paris',
      previous_state: null,
      private_refs: { [as.client_id]: { self: 'R-2' } },
    });
    expect(JSON.parse(change.new_state ?? '')).toEqual({ ...body, private_ref: null });
  });
});

describe('refused', () => {
  test.each([
    ['no caller token', { as: undefined }, 401],
    ['a forged caller token', { as: undefined, headers: { 'x-hub-caller': 'eyJhbGciOiJub25lIn0.e30.' } }, 401],
    ['a scope without orders.write', { as: { ...as, scope: 'location[orders.read]' } }, 403],
    ['a connection of another location', { as: aCaller() }, 404],
    ['a connection without location or account', { as: { ...as, account: null, scope: 'profile' } }, 403],
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['malformed JSON', { body: '{"status":' }, 400],
    ['an empty body', { body: '' }, 400],
  ])('%s', async (_case, options, status) => {
    const answer = await create(anOrder(), options);
    expect(answer.status).toBe(status);
    expect(answer.body.error_type).toBeDefined();
  });

  test('a body over 1 MiB is 413', async () => {
    const { status, body } = await create(anOrder({ customer_notes: 'x'.repeat(1_100_000) }));
    expect([status, body.error_type]).toEqual([413, 'payload_too_large']);
  });

  test('a refused order is neither stored nor announced', async () => {
    await orders.untilSent();
    const before = orders.published.length;
    await create(anOrder({ items: [anItem({ deal_line: { deal_key: 'x' } })], private_ref: 'refused' }));
    const { body } = await orders.call(`GET ${path}?private_ref=refused`, { as });
    expect(body).toEqual([]);
    await orders.untilSent();
    expect(orders.published).toHaveLength(before);
  });
});
