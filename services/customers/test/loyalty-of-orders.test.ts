/** The card and the operation of an order's loyalty operation: docs/api/orders.md#loyalty-operations. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { CustomerList } from '../src/customer-lists/customer-list.ts';
import { saveLoyaltyCard } from '../src/loyalty-cards/save-loyalty-card.ts';
import { addOperation } from '../src/loyalty-operations/add-operation.ts';
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

const now = new Date('2026-07-01T12:00:00Z');
const accountOf = ({ as }: Member) => as.account?.id ?? '';
const save = (ref: string | null, name: string | null = null) => {
  const { list_id, customer_id } = member;
  const list = { account_id: accountOf(member), id: list_id } as CustomerList;
  return transaction(customers.db, (trx) => saveLoyaltyCard(trx, { list, customer_id, now }, { ref, name }));
};

test.each([['C'], [null]])(
  'the card with the ref %j is made when there is none, and found from then on',
  async (ref) => {
    const made = await save(ref, 'Coffee');
    expect(await member.cards()).toEqual([{ id: made?.id, ref, name: 'Coffee', balance: '0.0' }]);
    expect((await save(ref))?.id).toBe(made?.id);
    expect((await save(ref === null ? 'other' : null))?.id).not.toBe(made?.id);
    expect(await member.cards()).toHaveLength(2);
  },
);

test('a name that is given and differs becomes its name; none leaves it', async () => {
  const card = await member.card({ ref: 'C', name: 'Coffee' });
  expect((await save('C'))?.name).toBe('Coffee');
  expect(await save('C', 'Tea')).toMatchObject({ id: card.id, name: 'Tea' });
  expect(await member.cards()).toEqual([{ id: card.id, ref: 'C', name: 'Tea', balance: '0.0' }]);
});

test('the card of another customer with the same ref is another card', async () => {
  const other = await aMember(customers);
  const { id } = await other.card({ ref: 'C' });
  expect((await save('C'))?.id).not.toBe(id);
});

test('a customer with 100 cards gets no further one; those that it has are found', async () => {
  for (let n = 0; n < 100; n += 1) await save(`${n}`);
  expect(await save('more')).toBeUndefined();
  expect((await save('99'))?.ref).toBe('99');
  expect(await member.cards()).toHaveLength(100);
});

test('operations are applied one after another, each with its position, order and exact balance', async () => {
  const card = await member.card();
  const order = { order_id: newId(), order_location_id: newId(), reason: 'An order' };
  const add = (delta: string, id: string = card.id) =>
    transaction(customers.db, (trx) =>
      addOperation(trx, { account_id: accountOf(member), card: { id }, now }, { delta, ...order }),
    );
  expect(await add('0.1')).toMatchObject({ ...order, delta: '0.1', new_balance: '0.1', position: 1 });
  expect(await add('0.20')).toMatchObject({ delta: '0.20', new_balance: '0.30', position: 2 });
  const { body } = await member.call(`GET /loyalty_cards/${card.id}/operations`);
  expect(body).toMatchObject([
    { ...order, customer_id: member.customer_id, delta: '0.20', new_balance: '0.3' },
    { ...order, created_at: '2026-07-01T14:00:00+02:00', delta: '0.1', new_balance: '0.1' },
  ]);
  await expect(add('1', newId())).rejects.toMatchObject({ error_type: 'not_found' });
});
