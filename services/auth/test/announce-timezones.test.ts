/** Other services learn the timezones of locations that the release before did not announce (docs/api/conventions.md#times). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { aTenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

const restart = async () => {
  await auth.stop();
  await auth.start();
};
/** Writes the location as the release before does. */
const writtenBefore = (id: string, change: string) =>
  auth.db.query(`update locations set ${change} where id = $1`, [id]);
const unannounced = async () =>
  (await auth.db.query('select from locations where announced_timezone is distinct from timezone')).rowCount;
const announced = async (id: string, count: number) => {
  await eventually(async () => (await unannounced()) === 0 && auth.bodiesOf('location', id).length >= count);
  return auth.bodiesOf('location', id).map(({ timezone }) => timezone);
};

test('a location of the release before is announced once; a new one was never shown otherwise, and is not', async () => {
  const [older, newer] = [await aTenant(auth), await aTenant(auth)];
  const { id, account } = older.location;
  await writtenBefore(id, 'announced_timezone = null');
  await restart();
  expect(await announced(id, 1)).toEqual(['Europe/Paris']);
  expect(auth.bodiesOf('location', id)).toEqual([{ id, account_id: account.id, timezone: 'Europe/Paris' }]);
  await restart();
  expect(await announced(id, 1)).toHaveLength(1);
  expect(auth.bodiesOf('location', newer.location.id)).toEqual([]);
});

test('a location that a process of the release before moves is announced too', async () => {
  const { location } = await aTenant(auth);
  await writtenBefore(location.id, `timezone = 'Asia/Tokyo'`);
  await restart();
  expect(await announced(location.id, 1)).toEqual(['Asia/Tokyo']);
});

test('more locations than one round takes', async () => {
  const { location } = await aTenant(auth);
  await auth.db.query(
    `insert into locations (id, account_id, name, timezone, cutoff_time, preparation_time, order_acceptance, custom_fields, created_at)
     select id || n, account_id, name || n, timezone, cutoff_time, preparation_time, order_acceptance, custom_fields, created_at
     from locations, generate_series(1, 250) n where id = $1`,
    [location.id],
  );
  await restart();
  await announced(`${location.id}250`, 1);
  const copies = auth.bodiesOf('location').filter(({ id }) => id.startsWith(location.id));
  expect(new Set(copies.map(({ id }) => id)).size).toBe(250);
});
