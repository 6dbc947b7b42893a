/** Inventories (docs/api/catalogs.md#inventory). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.close());

const price = '1.00 EUR';
const content = {
  categories: [{ ref: 'all', name: 'All' }],
  products: [{ category_ref: 'all', name: 'P', skus: ['S1', 'S2', 'S3'].map((ref) => ({ ref, name: ref, price })) }],
  option_lists: [{ ref: 'L', name: 'L', options: ['O1', 'O2'].map((ref) => ({ ref, name: ref, price })) }],
};

/** A catalog of the caller's place with the skus S1 to S3 and the options O1 and O2. */
const aCatalog = (as: TestCaller) => createCatalogId(catalog, as, content);

const pathOf = (catalog_id: string, { location }: TestCaller) =>
  `/catalogs/${catalog_id}/locations/${location?.id ?? ''}/inventory`;
const call = (as: TestCaller, method: string, catalog_id: string, body?: unknown) =>
  catalog.call(`${method} ${pathOf(catalog_id, as)}`, { as, ...(body !== undefined && { body }) });
const sku = (ref: string, stock: string | null, more = {}) => ({ sku_ref: ref, stock, ...more });
const shown = (ref: string, stock: string | null, expires_at: string | null = null) => ({
  sku_ref: ref,
  stock,
  expires_at,
});
const changesOf = (catalog_id: string) =>
  catalog
    .changes()
    .filter(({ resource_type, ids }) => resource_type === 'inventory' && ids['catalog_id'] === catalog_id);
/** The published changes of the inventories of a catalog, once there are `count` of them. */
const published = (catalog_id: string, count: number) =>
  eventually(() => changesOf(catalog_id).length >= count && changesOf(catalog_id));

test('an inventory is empty at first; PUT replaces it, PATCH changes the listed entries', async () => {
  const as = aCaller();
  const id = await aCatalog(as);
  expect((await call(as, 'GET', id)).body).toEqual([]);
  const option = { option_ref: 'O1', stock: '0', expires_at: '2026-07-01T18:00:00Z' };
  const put = await call(as, 'PUT', id, [sku('S1', '12'), sku('S2', '2.500'), sku('S3', null), option]);
  const localOption = { ...option, expires_at: '2026-07-01T20:00:00+02:00' };
  expect([put.status, put.body]).toEqual([200, [shown('S1', '12'), shown('S2', '2.500'), localOption]]);
  const patch = await call(as, 'PATCH', id, [sku('S1', '11'), sku('S2', null), sku('S3', '7')]);
  expect([patch.status, patch.body]).toEqual([200, [shown('S1', '11'), shown('S2', null), shown('S3', '7')]]);
  expect((await call(as, 'GET', id)).body).toEqual([shown('S1', '11'), shown('S3', '7'), localOption]);
  expect((await call(as, 'PUT', id, [sku('S2', '1')])).body).toEqual([shown('S2', '1')]);
  const messages = await published(id, 3);
  expect(messages.map(({ resource_type, event_type }) => `${resource_type}.${event_type}`)).toEqual([
    'inventory.update',
    'inventory.patch',
    'inventory.update',
  ]);
  expect(messages[1]).toMatchObject({
    ids: { catalog_id: id, location_id: as.location_id },
    client_id: as.client_id,
    timezone: 'Europe/Paris',
    previous_state: null,
    new_state: null,
  });
  expect(JSON.parse(messages[1]?.state_change ?? '')).toEqual(patch.body);
  expect([messages[0]?.state_change, messages[0]?.new_state]).toEqual([null, null]);
});

test('an update that changes nothing makes no event', async () => {
  const as = aCaller();
  const id = await aCatalog(as);
  await call(as, 'PUT', id, [sku('S1', '1')]);
  expect((await call(as, 'PUT', id, [sku('S1', '1'), sku('S2', null)])).body).toEqual([shown('S1', '1')]);
  expect((await call(as, 'PATCH', id, [sku('S1', '1'), sku('S2', null)])).status).toBe(200);
  expect((await call(as, 'PATCH', id, [])).body).toEqual([]);
  await call(as, 'PATCH', id, [sku('S1', '2')]);
  expect((await published(id, 2)).map(({ event_type }) => event_type)).toEqual(['update', 'patch']);
});

test('each location has its own inventory of a shared catalog', async () => {
  const chain = aCaller({ location_id: null });
  const [north, south] = [aCaller({ account: chain.account }), aCaller({ account: chain.account })];
  const id = await aCatalog(chain);
  await call(north, 'PUT', id, [sku('S1', '1')]);
  await call({ ...chain, location: south.location }, 'PUT', id, [sku('S1', '9')]);
  expect((await call(north, 'GET', id)).body).toEqual([shown('S1', '1')]);
  expect((await call(south, 'GET', id)).body).toEqual([shown('S1', '9')]);
});

describe('a wrong entry is refused with its field, and changes nothing', () => {
  const future = '2026-07-02T10:00:00Z';
  test.each([
    ['a ref that is listed twice', [sku('S1', '1'), sku('S1', '2')], '1.sku_ref'],
    ['no ref', [{ stock: '1' }], '0.sku_ref'],
    ['two refs', [{ sku_ref: 'S1', option_ref: 'O1', stock: '1' }], '0.option_ref'],
    ['a ref and an id', [{ sku_ref: 'S1', sku_id: 'x', stock: '1' }], '0.sku_id'],
    ['no stock', [{ sku_ref: 'S1' }], '0.stock'],
    ['a number with four decimals', [{ sku_ref: 'S1', stock: 0.0001 }], '0.stock'],
    ['a stock that is a word', [sku('S1', 'abc')], '0.stock'],
    ['an empty stock', [sku('S1', '')], '0.stock'],
    ['a stock with an exponent', [sku('S1', '1e3')], '0.stock'],
    ['a stock of 25 digits', [sku('S1', '1'.repeat(25))], '0.stock'],
    ['a stock that is a word, with a time', [sku('S1', 'abc', { expires_at: future })], '0.stock'],
    ['a ref of 1,001 characters', [sku('x'.repeat(1_001), '0', { expires_at: future })], '0.sku_ref'],
    ['a negative stock', [sku('S1', '-1')], '0.stock'],
    ['four decimals', [sku('S1', '1.0001')], '0.stock'],
    ['a time with a stock', [sku('S1', '1', { expires_at: future })], '0.expires_at'],
    ['a time without a stock', [sku('S1', null, { expires_at: future })], '0.expires_at'],
    ['a time that is over', [sku('S1', '0', { expires_at: '2026-07-01T09:59:59Z' })], '0.expires_at'],
    ['a time without offset', [sku('S1', '0', { expires_at: '2026-07-02T10:00:00' })], '0.expires_at'],
    ['an object', { sku_ref: 'S1', stock: '1' }, ''],
    ['a text among the entries', [sku('S1', '1'), 'S2'], '1'],
  ])('%s', async (_, body, field) => {
    const as = aCaller();
    const id = await aCatalog(as);
    for (const method of ['PUT', 'PATCH']) {
      const answer = await call(as, method, id, body);
      expect([answer.status, answer.body.errors?.map((fault: { field: string }) => fault.field)]).toEqual([
        422,
        [field],
      ]);
    }
    expect((await call(as, 'GET', id)).body).toEqual([]);
  });

  test('more than 25,000 entries', async () => {
    const as = aCaller();
    const answer = await call(as, 'PUT', await aCatalog(as), Array(25_001).fill(sku('S1', '1')));
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, '']);
  });
});

// docs/api/catalogs.md#ignored-entries
describe('entries of refs that the catalog does not have', () => {
  const unknown = [sku('S 9', '1'), { option_ref: 'S1', stock: '1' }, { sku_id: 'nothing', stock: '1' }];
  const named = 'sku_ref=S%209&option_ref=S1&sku_id=nothing';

  test('are ignored and named in a header; the others are carried out', async () => {
    const as = aCaller();
    const id = await aCatalog(as);
    const put = await call(as, 'PUT', id, [sku('S1', '1'), ...unknown]);
    expect([put.status, put.body, put.headers.get('x-ignored-refs')]).toEqual([200, [shown('S1', '1')], named]);
    const patch = await call(as, 'PATCH', id, [...unknown, sku('S2', '2')]);
    expect([patch.status, patch.body, patch.headers.get('x-ignored-refs')]).toEqual([200, [shown('S2', '2')], named]);
    expect(JSON.parse((await published(id, 2))[1]?.state_change ?? '')).toEqual([shown('S2', '2')]);
    expect((await call(as, 'PATCH', id, [sku('S1', '3')])).headers.get('x-ignored-refs')).toBeNull();
  });

  test('make no event alone', async () => {
    const as = aCaller();
    const id = await aCatalog(as);
    expect((await call(as, 'PATCH', id, unknown)).body).toEqual([]);
    await call(as, 'PATCH', id, [sku('S1', '1')]);
    expect(await published(id, 1)).toHaveLength(1);
  });
});

// docs/api/catalogs.md#inventory
describe('ids in place of refs', () => {
  const idsOf = async (as: TestCaller, id: string) => {
    const { data } = (await catalog.call(`GET /catalogs/${id}`, { as })).body;
    const idOf = (parts: any[], ref: string) => parts.find((part) => part.ref === ref)?.id as string;
    return { sku_id: idOf(data.products[0].skus, 'S1'), option_id: idOf(data.option_lists[0].options, 'O1') };
  };

  test('mean the refs of these skus and options, which responses show', async () => {
    const as = aCaller();
    const id = await aCatalog(as);
    const { sku_id, option_id } = await idsOf(as, id);
    const entries = [
      { sku_id, stock: '1' },
      { option_id, stock: '2' },
    ];
    const both = [shown('S1', '1'), { option_ref: 'O1', stock: '2', expires_at: null }];
    expect((await call(as, 'PUT', id, entries)).body).toEqual(both);
    expect((await call(as, 'GET', id)).body).toEqual(both);
    const twice = await call(as, 'PATCH', id, [sku('S1', '5'), { sku_id, stock: '5' }]);
    expect([twice.status, twice.body.errors]).toEqual([422, [{ field: '1.sku_id', message: 'is listed twice' }]]);
    const other = await call(as, 'PATCH', id, [{ sku_id: option_id, stock: '5' }]);
    expect(other.headers.get('x-ignored-refs')).toBe(`sku_id=${option_id}`);
  });

  test('of a sku without a ref: 422 that says why', async () => {
    const as = aCaller();
    const products = [{ category_ref: 'all', name: 'P', skus: [{ price }] }];
    const id = await createCatalogId(catalog, as, { ...content, products });
    const { data } = (await catalog.call(`GET /catalogs/${id}`, { as })).body;
    const answer = await call(as, 'PUT', id, [{ sku_id: data.products[0].skus[0].id, stock: '1' }]);
    const message = 'is the id of a sku without a ref, which has no stock';
    expect([answer.status, answer.body.errors]).toEqual([422, [{ field: '0.sku_id', message }]]);
  });

  test('of another catalog are ignored', async () => {
    const as = aCaller();
    const id = await aCatalog(as);
    const { sku_id } = await idsOf(as, await aCatalog(as));
    expect((await call(as, 'PUT', id, [{ sku_id, stock: '1' }])).headers.get('x-ignored-refs')).toBe(
      `sku_id=${sku_id}`,
    );
  });
});

test.each(['0', '0.0', '0.000'])('an entry with the stock %s expires at its time', async (none) => {
  const as = aCaller();
  const id = await aCatalog(as);
  const [soon, later] = [new Date(now.getTime() + 60_000), new Date(now.getTime() + 3_600_000)];
  const body = [
    sku('S1', none, { expires_at: soon.toISOString() }),
    { option_ref: 'O1', stock: none, expires_at: soon.toISOString() },
    sku('S2', none, { expires_at: later.toISOString() }),
    sku('S3', '5'),
  ];
  expect((await call(as, 'PUT', id, body)).status).toBe(200);
  now = soon;
  // A reader does not see it, even before the background loop deletes it.
  expect((await call(as, 'GET', id)).body.map(({ sku_ref }: { sku_ref: string }) => sku_ref)).toEqual(['S2', 'S3']);
  const [, patch] = await published(id, 2);
  expect(patch).toMatchObject({ event_type: 'patch', client_id: null, timezone: 'Europe/Paris' });
  expect(JSON.parse(patch?.state_change ?? '')).toEqual([
    shown('S1', null),
    { option_ref: 'O1', stock: null, expires_at: null },
  ]);
  now = later;
  expect(JSON.parse((await published(id, 3))[2]?.state_change ?? '')).toEqual([shown('S2', null)]);
  expect((await call(as, 'GET', id)).body).toEqual([shown('S3', '5')]);
});

test('an entry that expires while the service is stopped is announced once after the start', async () => {
  const as = aCaller();
  const id = await aCatalog(as);
  const soon = new Date(now.getTime() + 60_000);
  await call(as, 'PUT', id, [sku('S1', '0', { expires_at: soon.toISOString() })]);
  await published(id, 1);
  await catalog.stop();
  now = new Date(soon.getTime() + 60_000);
  await catalog.start();
  await published(id, 2);
  await call(as, 'PATCH', id, [sku('S2', '1')]);
  expect((await published(id, 3)).map(({ event_type }) => event_type)).toEqual(['update', 'patch', 'patch']);
});

test('concurrent updates run one after the other: each is announced, and the last one is stored', async () => {
  const as = aCaller();
  const id = await aCatalog(as);
  await Promise.all(Array.from({ length: 30 }, (_, n) => call(as, 'PATCH', id, [sku('S1', String(n + 1))])));
  const messages = await published(id, 30);
  const last = JSON.parse(messages.at(-1)?.state_change ?? '');
  expect((await call(as, 'GET', id)).body).toEqual(last);
});

describe('permissions', () => {
  test.each([
    ['location[inventory.write]', false, 200, 200],
    ['location[inventory.read]', false, 200, 403],
    ['location[catalog.write]', true, 200, 200],
    ['location[catalog.read]', true, 200, 403],
    ['location[catalog.write]', false, 403, 403],
    ['location[all_catalogs.write]', false, 403, 403],
    ['location[orders.write]', true, 403, 403],
    ['account[inventory.write]', false, 200, 200],
    ['account[catalog.write]', true, 403, 403],
  ])('%s, bound to the catalog %s: read %d, write %d', async (scope, isBound, reading, writing) => {
    const owner = aCaller();
    const id = await aCatalog(owner);
    const as = { ...owner, scope, catalog_id: isBound ? id : null };
    if (scope.startsWith('account')) as.location_id = null;
    expect((await call(as, 'GET', id)).status).toBe(reading);
    expect((await call(as, 'PUT', id, [])).status).toBe(writing);
    expect((await call(as, 'PATCH', id, [])).status).toBe(writing);
  });

  test('a catalog of another location or account, or none: 404', async () => {
    const owner = aCaller();
    const id = await aCatalog(owner);
    const chain = aCaller({ account: owner.account, location_id: null });
    const sibling = aCaller({ account: owner.account });
    for (const as of [
      sibling,
      aCaller(),
      aCaller({ location: owner.location }),
      { ...chain, location: sibling.location },
    ]) {
      for (const method of ['GET', 'PUT', 'PATCH']) {
        const body = method === 'GET' ? undefined : [];
        const answers = [await call(as, method, id, body), await call(as, method, newId(), body)];
        expect(answers.map(({ status }) => status)).toEqual([404, 404]);
        if (as.location_id !== null) expect(answers[0]?.body).toEqual(answers[1]?.body);
      }
    }
  });
});
