/** When connections were last used, as gateways report it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { newId } from '@order-hub/shared/ids';
import { authorize, aTenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let used: string;
let other: string;
beforeAll(async () => {
  auth = await startTestAuth();
  const tenant = await aTenant(auth);
  used = (await authorize(auth, tenant, { location_id: tenant.location.id })).id;
  other = (await authorize(auth, tenant, { location_id: tenant.location.id, name: 'Bar' })).id;
});
afterAll(() => auth.close());

const at = (minute: number) => `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`;
const report = (uses: unknown, from: ServiceName = 'gateway') =>
  auth.call('POST /internal/connection-uses', { internal: 'auth', from, body: { uses } });
const use = (connection_id: string, minute: number) => ({ connection_id, used_at: at(minute) });
const stored = async () => {
  const { rows } = await auth.db.query('select connection_id, used_at from connection_uses');
  return Object.fromEntries(rows.map(({ connection_id, used_at }) => [connection_id, used_at.toISOString()]));
};

test('the latest use of each connection is stored, in whatever order they are reported', async () => {
  expect(await stored()).toEqual({});
  expect(await report([use(used, 20), use(other, 21), use(used, 22), use(used, 19)])).toMatchObject({
    status: 200,
    body: {},
  });
  expect(await stored()).toEqual({ [used]: at(22), [other]: at(21) });
  await report([use(used, 18), use(other, 30)]);
  expect(await stored()).toEqual({ [used]: at(22), [other]: at(30) });
});

test('unknown ids are skipped; the others are stored', async () => {
  expect((await report([use(newId(), 40), use("' or true --", 40), use(used, 41)])).status).toBe(200);
  expect(await stored()).toEqual({ [used]: at(41), [other]: at(30) });
  expect((await report([])).status).toBe(200);
});

test('concurrent reports about the same connections neither deadlock nor lose the latest use', async () => {
  const one = Array.from({ length: 20 }, (_, round) => report([use(used, 42), use(other, 42 - (round % 2))]));
  const reversed = Array.from({ length: 20 }, () => report([use(other, 43), use(used, 43)]));
  const answers = await Promise.all([...one, ...reversed]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await stored()).toEqual({ [used]: at(43), [other]: at(43) });
});

test('only a gateway may report, and at most 1,000 uses at once', async () => {
  for (const from of ['orders', 'events', 'customers', 'catalog', 'auth'] as const) {
    expect((await report([use(used, 50)], from)).status).toBe(401);
  }
  expect((await report(Array.from({ length: 1_001 }, () => use(used, 50)))).status).toBe(422);
  expect((await report([{ connection_id: used, used_at: 'yesterday' }])).status).toBe(422);
  expect((await stored())[used]).toBe(at(43));
});
