/** Customers on the pages of a location: shown and corrected by people (docs/api/back-office.md#customers). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { Role } from '@order-hub/shared/roles';
import { aCaller, aUserAt, type TestCaller } from '@order-hub/testing/call';
import { createAccountList, createCustomer, createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const given = { first_name: 'Ada', phone: '+33612345678', email: 'ada@example.com', delivery_notes: 'Ring\ntwice' };

/** A customer of a list of the location or the account, and what users do with it. */
async function aGuest(of: 'location' | 'account' = 'location', as = aCaller()) {
  const chain = aCaller({ account: as.account, location_id: null });
  const isOwn = of === 'location';
  const customer_list_id = isOwn ? await createList(customers, as) : await createAccountList(customers, as);
  const guest = await createCustomer(customers, { as: isOwn ? as : chain, customer_list_id }, given);
  const route = `/internal${guest.path}`;
  return {
    ...guest,
    as,
    correct: (shown: object, corrected: object, role: Role = 'owner', at: TestCaller = as) =>
      customers.call(`POST ${route}`, { user: aUserAt(at, role), body: { shown, corrected } }),
    show: (role: Role = 'owner', at: TestCaller = as) => customers.call(`GET ${route}`, { user: aUserAt(at, role) }),
    updates: () =>
      customers
        .changes()
        .filter((change) => change.customer_id === guest.customer_id && change.event_type === 'update'),
  };
}

const shown = { first_name: 'Ada', phone: '+33612345678', sms_marketing: false };

describe('a correction', () => {
  test.each(['owner', 'manager'] as const)(
    'by a user as %s changes only what they changed; apps see it',
    async (role) => {
      const guest = await aGuest();
      const { status, body } = await guest.correct(
        shown,
        { ...shown, first_name: 'Augusta', sms_marketing: true },
        role,
      );
      expect([status, body]).toEqual([200, { conflicts: [] }]);
      expect(await guest.read()).toMatchObject({ ...given, first_name: 'Augusta', sms_marketing: true });
      expect(guest.updates()).toMatchObject([{ client_id: 'back-office' }]);
    },
  );

  test('that changes nothing makes no event', async () => {
    const guest = await aGuest();
    expect((await guest.correct(shown, shown)).status).toBe(200);
    expect(guest.updates()).toEqual([]);
  });

  test('of a field that somebody else has changed meanwhile is not made, and told with its value now', async () => {
    const guest = await aGuest();
    await guest.correct(shown, { ...shown, phone: '+4911111111' });
    const late = { ...shown, phone: '+4922222222', first_name: 'Augusta' };
    const { status, body } = await guest.correct(shown, late);
    expect([status, body.conflicts]).toEqual([200, [{ field: 'phone', current: '+4911111111' }]]);
    expect(await guest.read()).toMatchObject({ phone: '+4911111111', first_name: 'Ada' });
    const again = await guest.correct({ ...shown, phone: '+4911111111' }, late);
    expect(again.body).toEqual({ conflicts: [] });
    expect(await guest.read()).toMatchObject({ phone: '+4922222222', first_name: 'Augusta' });
  });

  test('keeps what others have changed in other fields, and takes what two users change alike', async () => {
    const guest = await aGuest();
    await guest.correct(shown, { ...shown, phone: null });
    expect((await guest.correct(shown, { ...shown, first_name: 'Augusta' })).status).toBe(200);
    expect((await guest.correct(shown, { ...shown, phone: null })).status).toBe(200);
    expect(await guest.read()).toMatchObject({ phone: null, first_name: 'Augusta' });
  });

  test('at the same time by many: one is taken, the others see it', async () => {
    const guest = await aGuest();
    const names = Array.from({ length: 8 }, (_, at) => `Ada ${at}`);
    const answers = await Promise.all(names.map((first_name) => guest.correct(shown, { ...shown, first_name })));
    const taken = names.filter((_, at) => answers[at]?.body.conflicts.length === 0);
    expect(taken).toHaveLength(1);
    const others = answers.filter(({ body }) => body.conflicts.length > 0);
    for (const { body } of others) expect(body.conflicts).toEqual([{ field: 'first_name', current: taken[0] }]);
    expect(others).toHaveLength(7);
    expect(guest.updates()).toHaveLength(1);
  });

  test.each([
    [{ first_name: 'x'.repeat(1_001) }, 'corrected.first_name'],
    [{ email: 'x'.repeat(256) }, 'corrected.email'],
    [{ country: 'Frankreich' }, 'corrected.country'],
    [{ sms_marketing: 'on' }, 'corrected.sms_marketing'],
    [{ delivery_notes: 'x'.repeat(10_001) }, 'corrected.delivery_notes'],
    [{ phone: 12 }, 'corrected.phone'],
  ])('to %j names the field', async (corrected, field) => {
    const guest = await aGuest();
    const { status, body } = await guest.correct(shown, { ...shown, ...corrected });
    expect([status, body.errors[0].field]).toEqual([422, field]);
    expect(guest.updates()).toEqual([]);
  });

  test('ignores fields that a page does not correct', async () => {
    const guest = await aGuest();
    const change = { private_ref: 'x', custom_fields: { vip: true }, nb_orders: 9, anonymised: true };
    expect((await guest.correct(shown, { ...shown, ...change })).status).toBe(200);
    expect(await guest.read()).toMatchObject({ custom_fields: {}, nb_orders: 0, anonymised: false });
  });
});

describe('who reaches a customer', () => {
  test("a manager sees customers of the account's lists, which only the owner corrects", async () => {
    const guest = await aGuest('account');
    expect((await guest.show('manager')).body).toMatchObject({
      ...{ customer: { first_name: 'Ada' }, list: { is_account_list: true }, may_write: false },
    });
    expect((await guest.correct(shown, { ...shown, first_name: 'Augusta' }, 'manager')).status).toBe(403);
    expect((await guest.show()).body.may_write).toBe(true);
    expect((await guest.correct(shown, { ...shown, first_name: 'Augusta' })).status).toBe(200);
  });

  test('the kitchen sees none', async () => {
    const guest = await aGuest();
    expect([(await guest.show('kitchen')).status, (await guest.correct(shown, shown, 'kitchen')).status]).toEqual([
      403, 403,
    ]);
  });

  test.each(['owner', 'manager'] as const)('another location and another account do not, as %s', async (role) => {
    const guest = await aGuest();
    const sibling = aCaller({ account: guest.as.account });
    for (const at of [sibling, aCaller()]) {
      expect((await guest.show(role, at)).status).toBe(404);
      expect((await guest.correct(shown, { ...shown, first_name: 'Mallory' }, role, at)).status).toBe(404);
    }
    expect(await guest.read()).toMatchObject(given);
    const route = `GET /internal/customer_lists/${guest.customer_list_id}/customers/${newId()}`;
    expect((await customers.call(route, { user: aUserAt(guest.as, role) })).status).toBe(404);
  });
});
