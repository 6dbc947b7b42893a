/** The cards and operations of an order's loyalty operations (docs/api/orders.md#loyalty-operations). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import { aMember, type Member } from './loyalty-builders.ts';
import { anOperation, anOrderOf } from './order-builders.ts';
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

/** Sends an order of the member with loyalty operations. */
async function order(...loyalty_operations: ReturnType<typeof anOperation>[]) {
  const { as, list_id: customer_list_id, customer_id } = member;
  const sent = anOrderOf({ as, customer_list_id, customer_id }, { location_id: newId(), loyalty_operations });
  const body = { orders: [sent] };
  const route = 'POST /internal/customer-orders';
  expect((await customers.call(route, { internal: 'customers', from: 'orders', body })).status).toBe(200);
  return sent;
}

test.each([['C'], [null]])('creates the card with the ref %j when there is none, and finds it later', async (ref) => {
  await order(anOperation('1', { ref, name: 'Coffee' }));
  const [created] = await member.cards();
  expect(created).toEqual({ id: created.id, ref, name: 'Coffee', balance: '1.0' });
  await order(anOperation('2', { ref }));
  expect(await member.cards()).toEqual([{ ...created, balance: '3.0' }]);
  await order(anOperation('5', { ref: ref === null ? 'other' : null }));
  expect(await member.cards()).toMatchObject([{ ...created, balance: '3.0' }, { balance: '5.0' }]);
});

test('a name renames the card; null leaves its name', async () => {
  const card = await member.card({ ref: 'C', name: 'Coffee' });
  await order(anOperation('1', { ref: 'C' }));
  expect(await member.cards()).toEqual([{ id: card.id, ref: 'C', name: 'Coffee', balance: '1.0' }]);
  await order(anOperation('1', { ref: 'C', name: 'Tea' }));
  expect(await member.cards()).toEqual([{ id: card.id, ref: 'C', name: 'Tea', balance: '2.0' }]);
});

test('leaves the card of another customer with the same ref', async () => {
  const other = await aMember(customers);
  const { id } = await other.card({ ref: 'C' });
  await order(anOperation('1', { ref: 'C' }));
  expect(await other.cards()).toEqual([{ id, ref: 'C', name: null, balance: '0.0' }]);
  expect(await member.cards()).toMatchObject([{ ref: 'C', balance: '1.0' }]);
});

test('a customer with 100 cards gets no further one, and keeps those that it has', async () => {
  const refs = Array.from({ length: 100 }, (_, n) => `${n}`);
  await order(...refs.map((ref) => anOperation('1', { ref })), anOperation('1', { ref: 'more' }));
  expect((await member.cards()).map(({ ref }: { ref: string }) => ref)).toEqual(refs);
  await order(anOperation('1', { ref: 'more' }), anOperation('4', { ref: '99' }));
  expect(await member.cards()).toHaveLength(100);
  expect((await member.cards()).at(-1)).toMatchObject({ ref: '99', balance: '5.0' });
});

test('the operations of a card are newest first, with their order, its location and exact balances', async () => {
  const { id } = await member.card();
  const { order_id, location_id: order_location_id } = await order(
    anOperation('0.1', { reason: 'An order' }),
    anOperation('0.20'),
  );
  const { body } = await member.call(`GET /loyalty_cards/${id}/operations`);
  const of = { order_id, order_location_id, customer_id: member.customer_id };
  expect(body).toMatchObject([
    { ...of, delta: '0.20', new_balance: '0.3', reason: null },
    { ...of, delta: '0.1', new_balance: '0.1', reason: 'An order' },
  ]);
  expect(body[0].created_at).toBe(formatTime(timeOfId(body[0].id), 'Europe/Paris'));
});
