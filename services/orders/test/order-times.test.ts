/** Times are shown with the UTC offset of the location's timezone (docs/api/conventions.md#times). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let now = new Date('2026-03-29T00:59:59.999Z');
let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders({ now: () => now });
});
afterAll(() => orders.close());

const paris = aCaller();
const callerIn = (timezone: string) => aCaller({ location_id: 'loc1', location: { id: 'loc1', timezone } });
const create = (body: unknown, as = paris) => orders.call(`POST /locations/${as.location_id}/orders`, { as, body });

test.each([
  ['the last second of winter', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59+01:00'],
  ['the first of summer', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00+02:00'],
  ['02:30 before the clocks go back', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
  ['02:30 after they did', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
])('created_at in Paris: %s', async (_when, at, shown) => {
  now = new Date(at);
  expect((await create(anOrder())).body.created_at).toBe(shown);
});

test.each([
  ['Europe/Paris', '2026-07-01T12:00:00Z', '2026-07-01T14:00:00+02:00'],
  ['Europe/Paris', '2026-12-01T12:00:00-05:00', '2026-12-01T18:00:00+01:00'],
  ['Europe/Paris', '2026-07-01T12:00:00.987+0200', '2026-07-01T12:00:00+02:00'],
  ['Europe/Paris', '2026-07-01T10:00+02:00', '2026-07-01T10:00:00+02:00'],
  ['Asia/Kolkata', '2026-07-01T12:00:00Z', '2026-07-01T17:30:00+05:30'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T01:30:00-04:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T01:30:00-05:00'],
  ['UTC', '2026-07-01T12:00:00+02:00', '2026-07-01T10:00:00Z'],
])('in %s, %s is shown as %s', async (timezone, sent, shown) => {
  const { body } = await create(
    anOrder({ expected_time: sent, expected_time_pickup: sent, confirmed_time: sent }),
    callerIn(timezone),
  );
  expect([body.expected_time, body.expected_time_pickup, body.confirmed_time]).toEqual([shown, shown, shown]);
});

describe('refused', () => {
  test.each([
    ...['2026-07-01T12:00:00', '2026-07-01', '12:00', '2026-07-01 12:00:00Z', '2026-07-01T12:00', '', 'now'],
    ...['2026-02-29T12:00:00Z', '2026-07-01T24:00:00Z', '2026-07-01T12:00:60Z', '2026-07-01T12:00:00+24:00'],
    ...['+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z', 1_783_000_000],
  ])('%j', async (time) => {
    for (const field of ['expected_time', 'expected_time_pickup', 'confirmed_time']) {
      const { status, body } = await create(anOrder({ [field]: time }));
      expect([status, body.errors[0].field]).toEqual([422, field]);
    }
  });
});
