/** A client's own references of customers (docs/api/conventions.md#private-refs, docs/api/customers.md#customer-updates). */
import { afterAll, beforeEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { aListOf, createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let as: TestCaller;
let other: TestCaller;
let path: string;
beforeAll(async () => {
  customers = await startTestCustomers();
});
beforeEach(async () => {
  ({ as, path } = await aListOf(customers));
  other = aCaller({ account: as.account, location_id: as.location_id, location: as.location });
});
afterAll(() => customers.close());

const create = (body: object, by = as, to = path) => customers.call(`POST ${to}`, { as: by, body });
const update = (id: string, body: object, by = as) => customers.call(`PATCH ${path}/${id}`, { as: by, body });
const refOf = async (id: string, by = as) =>
  (await customers.call(`GET ${path}/${id}`, { as: by })).body.private_ref as string | null;
const refusal = { status: 422, body: { errors: [{ field: 'private_ref', message: expect.any(String) }] } };

describe('a private ref', () => {
  test('is visible to its client only; each client may set its own', async () => {
    const { id } = (await create({ private_ref: 'A' })).body;
    expect([await refOf(id), await refOf(id, other)]).toEqual(['A', null]);
    expect((await update(id, { private_ref: 'B' }, other)).body.private_ref).toBe('B');
    expect([await refOf(id), await refOf(id, other)]).toEqual(['A', 'B']);
    expect(await refOf(id, { ...as, connection_id: newId() })).toBe('A');
  });

  test('is unique per client within the list', async () => {
    await create({ private_ref: 'A' });
    expect(await create({ private_ref: 'A' })).toMatchObject(refusal);
    const { id } = (await create({ private_ref: 'a' })).body;
    expect(await update(id, { private_ref: 'A', city: 'Nice' })).toMatchObject(refusal);
    expect((await customers.call(`GET ${path}/${id}`, { as })).body).toMatchObject({ private_ref: 'a', city: null });
    expect((await create({ private_ref: 'A' }, other)).status).toBe(200);
    const elsewhere = `/customer_lists/${await createList(customers, as)}/customers`;
    expect((await create({ private_ref: 'A' }, as, elsewhere)).status).toBe(200);
    expect((await customers.call(`GET ${path}`, { as })).body).toHaveLength(3);
  });

  test('can be kept, replaced, cleared and given to another customer', async () => {
    const { id } = (await create({ private_ref: 'A' })).body;
    expect((await update(id, { city: 'Nice' })).body.private_ref).toBe('A');
    expect((await update(id, { private_ref: 'A' })).body.private_ref).toBe('A');
    expect((await update(id, { private_ref: 'B' })).body.private_ref).toBe('B');
    const second = (await create({ private_ref: 'A' })).body;
    expect((await update(id, { private_ref: null })).body.private_ref).toBeNull();
    expect((await update(second.id, { private_ref: 'B' })).body.private_ref).toBe('B');
    expect((await update(id, { private_ref: 'A' })).body.private_ref).toBe('A');
  });

  test('cannot be cleared by another client', async () => {
    const { id } = (await create({ private_ref: 'A' })).body;
    await update(id, { private_ref: null }, other);
    expect(await refOf(id)).toBe('A');
  });

  test('alone makes no event; with another change, the event has it for its client', async () => {
    const { id } = (await create({})).body;
    await update(id, { private_ref: 'A' });
    await update(id, { private_ref: 'B' });
    await update(id, { private_ref: 'C', city: 'Nice' });
    const ofCustomer = () => customers.changes().filter(({ customer_id }) => customer_id === id);
    const [, updated, ...more] = await eventually(() => ofCustomer().length >= 2 && ofCustomer());
    expect(more).toEqual([]);
    expect(updated).toMatchObject({ event_type: 'update', private_refs: { [as.client_id]: { self: 'C' } } });
  });
});

describe('the same private ref in concurrent requests', () => {
  const outcomes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('goes to one of the new customers', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ private_ref: 'A' })));
    expect(outcomes(answers)).toEqual([200, ...Array<number>(11).fill(422)]);
    expect((await customers.call(`GET ${path}`, { as })).body).toHaveLength(1);
  });

  test('goes to one of the updated customers', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await create({})).body.id));
    const answers = await Promise.all(ids.map((id) => update(id, { private_ref: 'A' })));
    expect(outcomes(answers)).toEqual([200, ...Array<number>(5).fill(422)]);
    const refs = (await customers.call(`GET ${path}`, { as })).body.map(({ private_ref }: any) => private_ref);
    expect(refs.filter((ref: string | null) => ref === 'A')).toHaveLength(1);
  });
});
