/** When connections were last used, as gateways tell it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
const tell = (uses: unknown, from = 'gateway') =>
  auth.call('POST /internal/connection-uses', { internal: 'auth', from, body: { uses } });
const use = (connection_id: string, minute: number) => ({ connection_id, used_at: at(minute) });
const known = async () => {
  const { rows } = await auth.db.query('select connection_id, used_at from connection_uses');
  return Object.fromEntries(rows.map(({ connection_id, used_at }) => [connection_id, used_at.toISOString()]));
};

test('the latest use of each connection is kept, whatever the order in which they are told', async () => {
  expect(await known()).toEqual({});
  expect(await tell([use(used, 20), use(other, 21), use(used, 22), use(used, 19)])).toMatchObject({
    status: 200,
    body: {},
  });
  expect(await known()).toEqual({ [used]: at(22), [other]: at(21) });
  await tell([use(used, 18), use(other, 30)]);
  expect(await known()).toEqual({ [used]: at(22), [other]: at(30) });
});

test('ids that no connection has are skipped; the others are kept', async () => {
  expect((await tell([use(newId(), 40), use("' or true --", 40), use(used, 41)])).status).toBe(200);
  expect(await known()).toEqual({ [used]: at(41), [other]: at(30) });
  expect((await tell([])).status).toBe(200);
});

test('gateways that tell the same connections at once neither wait for ever nor lose the latest', async () => {
  const one = Array.from({ length: 20 }, (_, round) => tell([use(used, 42), use(other, 42 - (round % 2))]));
  const reversed = Array.from({ length: 20 }, () => tell([use(other, 43), use(used, 43)]));
  const answers = await Promise.all([...one, ...reversed]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await known()).toEqual({ [used]: at(43), [other]: at(43) });
});

test('only a gateway may tell, and no more than 1,000 at once', async () => {
  for (const from of ['orders', 'events', 'customers', 'catalog', 'auth']) {
    expect((await tell([use(used, 50)], from)).status).toBe(401);
  }
  expect((await tell(Array.from({ length: 1_001 }, () => use(used, 50)))).status).toBe(422);
  expect((await tell([{ connection_id: used, used_at: 'yesterday' }])).status).toBe(422);
  expect((await known())[used]).toBe(at(43));
});
