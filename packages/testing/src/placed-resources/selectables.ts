/** What auth asks about resources that a user selects for a connection (docs/api/authentication.md#web-application-flow). */
import { describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { nameOfKind } from '@order-hub/shared/placed-resource';
import { aCaller } from '../call.ts';
import { testLargeAccount } from './large-account.ts';
import { testSelectableList } from './selectable-list.ts';
import { aTenant, callsOf, type PlacedResourceTest } from './subject.ts';

function testCreation(subject: PlacedResourceTest): void {
  const { list, create, namesOf } = callsOf(subject);

  test('with a name that is used in the place is 422, as for a client', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    await create(given);
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    await create(shared);
    const message = `is the name of another ${nameOfKind[subject.table.kind]}`;
    const used = { status: 422, body: { errors: [{ field: 'name', message, code: 'taken' }] } };
    for (const name of ['Summer', 'Everywhere']) expect(await create({ ...given, name })).toMatchObject(used);
    for (const name of ['Summer', 'Elsewhere']) expect(await create({ ...shared, name })).toMatchObject(used);
    expect((await create({ ...given, name: 'Elsewhere' })).status).toBe(200);
    expect((await create({ ...given, account_id: newId() })).status).toBe(200);
    expect(await namesOf({ account_id, location_id })).toEqual(['Summer', 'Everywhere', 'Elsewhere']);
  });

  test('of one name several times at once succeeds once', async () => {
    const { given } = aTenant();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  test.each([
    ['must not be empty', 'empty', ''],
    ['must not be empty', 'empty', ' '],
    ['must have at most 255 characters', 'too_long', 'x'.repeat(256)],
    ['must not hold the character U+0000', 'forbidden_characters', 'a\u0000b'],
    ['is missing; must be a text', 'missing', undefined],
    ['must be a text', 'wrong_type', 7],
  ])('with a name that %s is 422', async (message, code, name) => {
    const { account_id, given } = aTenant();
    const { status, body } = await create({ ...given, name });
    expect([status, body.errors]).toEqual([422, [{ field: 'name', message, code }]]);
    expect(await namesOf({ account_id, location_id: null })).toEqual([]);
  });

  test('with the longest name shows it as it is', async () => {
    const { account_id, given } = aTenant();
    const name = `"<é>\\${'😀'.repeat(250)}`;
    expect((await create({ ...given, name })).body.name).toBe(name);
    expect(await namesOf({ account_id, location_id: null })).toEqual([name]);
  });

  test('with an unknown timezone is 422', async () => {
    const { status, body } = await create({ ...aTenant().given, timezone: 'Moon/Crater' });
    expect([status, body.errors[0].field]).toEqual([422, 'timezone']);
  });

  test('is for auth only, as the list is', async () => {
    const { account_id, location_id, given } = aTenant();
    for (const from of ['gateway', 'orders', 'events', subject.name] as const) {
      expect((await list({ account_id, location_id }, from)).status).toBe(401);
      expect((await create(given, from)).status).toBe(401);
    }
    const asClient = await subject.service().call(subject.routes.create, { as: aCaller(), body: given });
    expect(asClient.status).toBe(401);
    expect(await namesOf({ account_id, location_id })).toEqual([]);
  });
}

function testLookUp(subject: PlacedResourceTest): void {
  const { create, lookUp } = callsOf(subject);

  test('gives the name and place', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    const [own, everywhere] = [(await create(given)).body, (await create(shared)).body];
    expect((await lookUp(account_id, own.id)).body).toEqual({ name: 'Summer', location_id });
    expect((await lookUp(account_id, everywhere.id)).body).toEqual({ name: 'Everywhere', location_id: null });
  });

  test('of another account or an unknown id is 404, and for auth only', async () => {
    const { account_id, given } = aTenant();
    const { id } = (await create(given)).body;
    expect((await lookUp(newId(), id)).status).toBe(404);
    expect((await lookUp(account_id, newId())).status).toBe(404);
    expect((await lookUp(account_id, id, 'orders')).status).toBe(401);
  });
}

/** The list of the resources that a user can select, the creation of one, and the look-up of the selected one. */
export function testSelectables(subject: PlacedResourceTest): void {
  describe('the list', () => testSelectableList(subject));
  describe('a creation', () => testCreation(subject));
  describe('a look-up', () => testLookUp(subject));
  describe('of an account with 100,000', () => testLargeAccount(subject));
}
