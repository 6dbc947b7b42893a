/** Special days, kept by the people who manage a location (docs/api/back-office.md#special-days). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditOfAccount } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { aShop } from './special-days.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth({ now: () => new Date('2026-02-10T03:00:00Z') });
});
afterAll(() => auth.close());

const allDay = { closed_from: null, closed_to: null, note: null };

test.each(['owner', 'manager'] as const)('the %s adds, sees and removes them; the audit has each', async (role) => {
  const shop = await aShop(auth);
  const user = shop.userOf(role);
  expect((await shop.add({ day: '2026-12-24', note: ' Christmas ' }, user)).status).toBe(200);
  const part = { day: '2026-02-09', closed_from: '14:00', closed_to: '01:30' };
  expect((await shop.add(part, user)).status).toBe(200);
  expect((await shop.list(user)).body).toEqual({
    today: '2026-02-09',
    items: [
      { ...part, note: null },
      { ...allDay, day: '2026-12-24', note: 'Christmas' },
    ],
  });
  expect((await shop.remove('2026-12-24', user)).status).toBe(200);
  expect((await shop.list(user)).body.items).toEqual([{ ...part, note: null }]);
  const told = (await auditOfAccount(auth, shop.tenant.account.id)).map(({ action, subject_id, details }) => [
    action,
    subject_id,
    JSON.parse(details).day,
  ]);
  expect(told).toEqual([
    ['special_day.add', shop.location_id, '2026-12-24'],
    ['special_day.add', shop.location_id, '2026-02-09'],
    ['special_day.remove', shop.location_id, '2026-12-24'],
  ]);
});

describe('422, and nothing is kept', () => {
  test.each([
    [{}, 'day'],
    [{ day: 'tomorrow' }, 'day'],
    [{ day: '2026-02-30' }, 'day'],
    [{ day: '2026-02-08' }, 'day'],
    [{ day: '2028-02-10' }, 'day'],
    [{ day: '2026-12-24', closed_from: '14:00' }, 'closed_to'],
    [{ day: '2026-12-24', closed_to: '14:00' }, 'closed_from'],
    [{ day: '2026-12-24', closed_from: '25:00', closed_to: '14:00' }, 'closed_from'],
    [{ day: '2026-12-24', closed_from: '14:00', closed_to: 'late' }, 'closed_to'],
    [{ day: '2026-12-24', closed_from: '14:00', closed_to: '14:00' }, 'closed_to'],
    [{ day: '2026-12-24', closed_from: '14:00', closed_to: '12:00' }, 'closed_to'],
    [{ day: '2026-12-24', note: 'x'.repeat(201) }, 'note'],
    [{ day: '2026-12-24', note: 5 }, 'note'],
  ])('%j: %s', async (body, field) => {
    const shop = await aShop(auth);
    const answer = await shop.add(body);
    expect([answer.status, answer.body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    expect((await shop.list()).body.items).toEqual([]);
  });

  test('a day that is special already', async () => {
    const shop = await aShop(auth);
    await shop.add({ day: '2026-12-24' });
    const again = await shop.add({ day: '2026-12-24', note: 'Again' });
    expect([again.status, again.body.errors[0].field]).toEqual([422, 'day']);
    expect((await shop.list()).body.items).toEqual([{ ...allDay, day: '2026-12-24' }]);
  });

  test('more than 50, however many arrive at once', async () => {
    const shop = await aShop(auth);
    const days = Array.from({ length: 56 }, (_, at) => new Date(Date.UTC(2026, 5, at + 1)).toISOString().slice(0, 10));
    const answers = await Promise.all(days.map((day) => shop.add({ day })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(422));
    expect(JSON.stringify(refused[0]?.body)).toContain('special days of a location, at most 50');
    expect((await shop.list()).body.items).toHaveLength(50);
  });
});

test('the last day of two years is allowed', async () => {
  const shop = await aShop(auth);
  expect((await shop.add({ day: '2028-02-09' })).status).toBe(200);
});

describe('everybody else', () => {
  test('403 for the kitchen', async () => {
    const shop = await aShop(auth);
    const kitchen = shop.userOf('kitchen');
    const answers = [await shop.add({ day: '2026-12-24' }, kitchen), await shop.remove('2026-12-24', kitchen)];
    expect([...answers, await shop.list(kitchen)].map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test("404 for another account's location, and for a page about none", async () => {
    const [shop, other] = [await aShop(auth), await aShop(auth)];
    await shop.add({ day: '2026-12-24' });
    for (const place of [{ location_id: shop.location_id }, { location_id: null }]) {
      const stranger = other.userOf('owner', place);
      const answers = [
        await other.add({ day: '2026-12-25' }, stranger),
        await other.remove('2026-12-24', stranger),
        await other.list(stranger),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await shop.list()).body.items).toEqual([{ ...allDay, day: '2026-12-24' }]);
  });

  test('404 for a day that is not special', async () => {
    const shop = await aShop(auth);
    expect((await shop.remove('2026-12-24')).status).toBe(404);
  });
});
