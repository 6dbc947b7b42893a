/** docs/api/conventions.md#idempotency-keys, for bodies that the handler reads and answers that are stored compressed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { aCatalog, createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ settings: { CATALOGS_PER_ACCOUNT_MAX: '1' } });
});
afterAll(() => catalog.close());

const send = (as: TestCaller, route: string, body: unknown, key: string) =>
  catalog.call(route, { as, body, headers: { 'idempotency-key': key } });

describe('a catalog', () => {
  test('is created once, and answered again although the account is full', async () => {
    const as = aCaller();
    const route = `POST /locations/${as.location_id}/catalogs`;
    const body = aCatalog();
    const first = await send(as, route, body, 'create');
    const again = await send(as, route, body, 'create');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const refused = await send(as, route, { ...body, name: newId() }, 'create');
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    const full = await send(as, route, { ...body, name: newId() }, 'another');
    expect([full.status, full.body.message]).toEqual([422, expect.stringContaining('quota')]);
  });

  test('is updated once: the answer is the first one, whatever was uploaded since', async () => {
    const as = aCaller();
    const route = `PUT /catalogs/${await createCatalogId(catalog, as)}`;
    const body = aCatalog();
    const first = await send(as, route, body, 'update');
    const same = await send(as, route, body, 'unchanged');
    await catalog.call(route, { as, body: { name: newId() } });
    expect((await send(as, route, body, 'update')).body).toEqual(first.body);
    expect((await send(as, route, body, 'unchanged')).body).toEqual(same.body);
    const { body: now } = await catalog.call(route.replace('PUT', 'GET'), { as });
    expect(now.name).not.toBe(first.body.name);
  });
});

test.each(['PUT', 'PATCH'])('%s of an inventory is answered again, with its own headers', async (method) => {
  const as = aCaller();
  const id = await createCatalogId(catalog, as, aCatalog().data);
  const route = `${method} /catalogs/${id}/locations/${as.location_id}/inventory`;
  const body = [{ sku_ref: 'no such sku', stock: '3' }];
  const first = await send(as, route, body, 'stock');
  const again = await send(as, route, body, 'stock');
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(first.headers.get('x-ignored-refs')).not.toBeNull();
  expect(again.headers.get('x-ignored-refs')).toBe(first.headers.get('x-ignored-refs'));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('an image is stored once', async () => {
  const as = aCaller();
  const id = await createCatalogId(catalog, as);
  const token = await signCallerToken(testSigningKeys.gateway, { caller: as, to: 'catalog' }, new Date());
  const upload = async (end: string) => {
    const response = await fetch(`${catalog.url()}/catalogs/${id}/images`, {
      method: 'POST',
      headers: { [callerTokenHeader]: token, 'content-type': 'image/gif', 'idempotency-key': 'image' },
      body: Buffer.from(`GIF89a${end}`),
    });
    return { status: response.status, body: (await response.json()) as { id: string; message: string } };
  };
  const first = await upload('one');
  const again = await upload('one');
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  const other = await upload('two');
  expect([other.status, other.body.message]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
  expect((await catalog.call(`GET /catalogs/${id}/images`, { as })).body).toHaveLength(1);
});
