/** Quotas of catalogs and images (docs/api/limits.md#quotas). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { aTenant } from '@order-hub/testing/placed-resources/subject';
import { createCatalog, createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({
    settings: {
      CATALOGS_PER_ACCOUNT_MAX: '3',
      IMAGES_PER_ACCOUNT_MAX: '6',
      IMAGE_BYTES_PER_ACCOUNT_MAX: '60',
      UNATTACHED_IMAGES_PER_ACCOUNT_MAX: '4',
      UNATTACHED_IMAGE_BYTES_PER_ACCOUNT_MAX: '40',
    },
  });
});
afterAll(() => catalog.close());

const many = <Result>(count: number, make: () => Promise<Result>) => Promise.all(Array.from({ length: count }, make));
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const fullOf = (accepted: number, refused: number) => [
  ...Array.from({ length: accepted }, () => 200),
  ...Array.from({ length: refused }, () => 422),
];

const add = (as: TestCaller) => createCatalog(catalog, as, { name: newId() });

test('an account gets as many catalogs as it may have, also when many are created at once', async () => {
  const as = aCaller();
  const answers = await many(10, () => add(as));
  expect(statusesOf(answers)).toEqual(fullOf(3, 7));
  const { body } = await add(as);
  expect(body.message).toBe('The quota is used up: catalogs of an account, at most 3');
  const created = answers.find(({ status }) => status === 200)?.body;
  expect((await catalog.call(`PUT /catalogs/${created.id}`, { as, body: { name: newId() } })).status).toBe(200);
  await catalog.call(`DELETE /catalogs/${created.id}`, { as });
  expect(statusesOf(await many(3, () => add(as)))).toEqual(fullOf(1, 2));
  expect((await add(aCaller())).status).toBe(200);
});

test('the catalogs that a user creates for a connection count, too', async () => {
  const { given } = aTenant();
  const create = () =>
    catalog.call('POST /internal/catalogs', {
      ...{ internal: 'catalog', from: 'auth' },
      body: { ...given, name: newId() },
    });
  expect(statusesOf(await many(5, create))).toEqual(fullOf(3, 2));
});

describe('an account gets as many images as it may have, also when many are uploaded at once', () => {
  const upload = (as: TestCaller, id: string, bytes: number) =>
    catalog.call(`POST /catalogs/${id}/images`, {
      as,
      headers: { 'content-type': 'image/gif' },
      body: 'GIF89a'.padEnd(bytes, 'x'),
    });
  const attach = (id: string) =>
    catalog.db.query('update images set unattached_since = null where catalog_id = $1', [id]);

  test.each([
    [6, 4, 'images of an account that no catalog uses, at most 4'],
    [20, 2, 'bytes of images of an account that no catalog uses, at most 40'],
  ])('unattached ones of %i bytes: %i', async (bytes, accepted, message) => {
    const as = aCaller();
    const id = await createCatalogId(catalog, as);
    expect(statusesOf(await many(8, () => upload(as, id, bytes)))).toEqual(fullOf(accepted, 8 - accepted));
    expect((await upload(as, id, bytes)).body.message).toBe(`The quota is used up: ${message}`);
  });

  test.each([
    [6, 6, 'images of an account, at most 6'],
    [15, 4, 'bytes of images of an account, at most 60'],
  ])('attached ones of %i bytes: %i', async (bytes, accepted, message) => {
    const as = aCaller();
    const id = await createCatalogId(catalog, as);
    const answers = await many(2, () => upload(as, id, bytes));
    await attach(id);
    answers.push(...(await many(2, () => upload(as, id, bytes))));
    await attach(id);
    answers.push(...(await many(4, () => upload(as, id, bytes))));
    expect(statusesOf(answers)).toEqual(fullOf(accepted, 8 - accepted));
    await attach(id);
    expect((await upload(as, id, bytes)).body.message).toBe(`The quota is used up: ${message}`);
  });
});
