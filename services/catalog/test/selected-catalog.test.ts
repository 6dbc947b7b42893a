/** What auth is answered about a catalog that a user selects (docs/api/authentication.md#web-application-flow). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

const lookUp = (account_id: string, id: string, from = 'auth') =>
  catalog.call(`GET /internal/accounts/${account_id}/catalogs/${id}`, { internal: 'catalog', from });

test('its name and place; one of another account is not found; only auth may ask', async () => {
  const [account_id, location_id, own, shared] = [newId(), newId(), newId(), newId()];
  await catalog.db.query(
    `insert into catalogs (account_id, id, location_id, timezone, currency, name)
     values ($1, $2, $3, 'UTC', 'EUR', 'Summer'), ($1, $4, null, 'UTC', 'EUR', 'Everywhere')`,
    [account_id, own, location_id, shared],
  );
  expect((await lookUp(account_id, own)).body).toEqual({ name: 'Summer', location_id });
  expect((await lookUp(account_id, shared)).body).toEqual({ name: 'Everywhere', location_id: null });
  expect((await lookUp(newId(), own)).status).toBe(404);
  expect((await lookUp(account_id, newId())).status).toBe(404);
  expect((await lookUp(account_id, own, 'orders')).status).toBe(401);
});
