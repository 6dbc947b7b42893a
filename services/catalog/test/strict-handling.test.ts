/** Unknown fields of catalogs and inventories, which threads read (docs/api/conventions.md#strict-handling). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { aCatalog, aLongCatalog, createCatalog, type CatalogBody } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
const as = aCaller();
const headers = { Prefer: 'handling=strict' };
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

describe.each([
  ['a small catalog', (): CatalogBody => aCatalog({ name: newId() })],
  ['a large catalog', (): CatalogBody => aLongCatalog(newId(), 3_000)],
])('%s', (_size, make) => {
  const path = `/locations/${as.location_id}/catalogs`;
  /** With a misspelled field in its first product. */
  const misspelled = (): any => {
    const body: any = make();
    return {
      ...body,
      data: { ...body.data, products: [{ ...body.data.products[0], nam: 'x' }, ...body.data.products.slice(1)] },
    };
  };

  test('with an unknown field is refused by strict handling', async () => {
    const { status, body } = await catalog.call(`POST ${path}`, { as, headers, body: misspelled() });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'data.products.0.nam', message: 'is unknown; did you mean `name`?' }],
    ]);
  });

  test('is stored otherwise, and the field is named', async () => {
    const created = await createCatalog(catalog, as, misspelled());
    expect([created.status, created.headers.get('ignored-fields')]).toEqual([200, 'data.products.0.nam']);
  });

  test('that was stored before with an unknown field is refused by a strict update', async () => {
    const body = misspelled();
    const { id } = (await createCatalog(catalog, as, body)).body;
    expect((await catalog.call(`PUT /catalogs/${id}`, { as, body })).status).toBe(200);
    expect((await catalog.call(`PUT /catalogs/${id}`, { as, body, headers })).status).toBe(422);
  });

  test('with known fields only is stored by a strict request', async () => {
    const { status, headers: answered } = await catalog.call(`POST ${path}`, { as, headers, body: make() });
    expect([status, answered.get('ignored-fields')]).toEqual([200, null]);
  });
});

describe.each([
  ['a small inventory', 1],
  ['a large inventory', 1_500],
])('%s', (_size, count) => {
  const entries = Array.from({ length: count }, (_, index) => ({ sku_ref: `s${index}`, stock: `${index}.5`, stok: 1 }));

  test('names its unknown fields, or is refused for them', async () => {
    const as = aCaller();
    const { id } = (await createCatalog(catalog, as, aLongCatalog(newId(), count))).body;
    const path = `/catalogs/${id}/locations/${as.location_id}/inventory`;
    const refused = await catalog.call(`PUT ${path}`, { as, headers, body: entries });
    expect([refused.status, refused.body.errors[0]]).toEqual([
      422,
      { field: '0.stok', message: 'is unknown; did you mean `stock`?' },
    ]);
    expect((await catalog.call(`GET ${path}`, { as })).body).toEqual([]);
    const stored = await catalog.call(`PUT ${path}`, { as, body: entries });
    expect([stored.status, stored.body.length]).toEqual([200, count]);
    expect(stored.headers.get('ignored-fields')).toMatch(/^0\.stok/);
  });
});
