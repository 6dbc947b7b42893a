import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCatalog, aLongCatalog, createCatalog, createCatalogId, createImageId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.close());

/** Inventories (docs/api/catalogs.md#inventory). */
describe('an inventory', () => {
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
      expect([twice.status, twice.body.errors]).toEqual([
        422,
        [{ field: '1.sku_id', message: 'is listed twice', code: 'repeated' }],
      ]);
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
      expect([answer.status, answer.body.errors]).toEqual([422, [{ field: '0.sku_id', message, code: 'not_allowed' }]]);
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

  test('an entry with the stock 0, 0.0 or 0.000 expires at its time', async () => {
    const as = aCaller();
    const id = await aCatalog(as);
    const [soon, later] = [new Date(now.getTime() + 60_000), new Date(now.getTime() + 3_600_000)];
    const body = [
      sku('S1', '0', { expires_at: soon.toISOString() }),
      { option_ref: 'O1', stock: '0.0', expires_at: soon.toISOString() },
      sku('S2', '0.000', { expires_at: later.toISOString() }),
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
});

/** Inventories whose entries are checked in a thread (docs/api/catalogs.md#inventory). */
describe('large inventories', () => {
  const skus = 1_500;

  const shop = aCaller();

  let path: string;
  beforeAll(async () => {
    const { body } = await createCatalog(catalog, shop, aLongCatalog('Long', skus));
    path = `/catalogs/${body.id}/locations/${shop.location_id}/inventory`;
  });

  const send = (method: string, body: unknown, as: TestCaller = shop, to = path) =>
    catalog.call(`${method} ${to}`, { as, body });

  type SentEntry = Record<string, unknown>;

  const entries = (count: number, change: (index: number) => SentEntry = () => ({})) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ sku_ref: `s${index}`, stock: `${index}.5`, expires_at: null },
      ...change(index),
    }));

  test('are stored, replaced and patched like small ones', async () => {
    const all = entries(skus);
    expect(JSON.stringify(all).length).toBeGreaterThan(65_536);
    const byRef = (list: { sku_ref: string }[]) => list.toSorted((a, b) => (a.sku_ref < b.sku_ref ? -1 : 1));
    const replaced = await send('PUT', all);
    expect([replaced.status, byRef(replaced.body)]).toEqual([200, byRef(all)]);
    const doubled = entries(skus, (index) => ({ stock: `${index * 2}` }));
    const patched = await send('PATCH', doubled);
    expect([patched.status, patched.body]).toEqual([200, doubled]);
    const { body } = await catalog.call(`GET ${path}`, { as: shop });
    expect(body).toEqual(byRef(doubled));
  });

  test.each([
    ['a fault', entries(skus, (index) => (index === skus - 1 ? { stock: '-1' } : {})), 422, `${skus - 1}.stock`],
    ['wrong types', entries(skus, () => ({ stock: true })), 422, '0.stock'],
    ['no list', { list: entries(skus) }, 422, ''],
    ['too many entries', entries(25_001, () => ({ sku_ref: 'a' })), 422, ''],
  ])('with %s are refused like small ones', async (_, body, expected, field) => {
    const answer = await send('PUT', body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([expected, field]);
  });

  test('that are no JSON are refused: 400', async () => {
    expect((await send('PUT', `[${' '.repeat(70_000)}`)).status).toBe(400);
  });

  test('of one account are stored one at a time, so others find a connection to the database', async () => {
    const other = aCaller();
    const otherPath = `/catalogs/${await createCatalogId(catalog, other)}/locations/${other.location_id}/inventory`;
    const holder = await catalog.db.connect();
    try {
      await holder.query('begin');
      await holder.query('set local idle_in_transaction_session_timeout = 0');
      await holder.query('select from location_inventories where account_id = $1 for update', [shop.account?.id]);
      const waiting = Array.from({ length: 20 }, (_, index) =>
        send(
          'PATCH',
          entries(1, () => ({ stock: `${index}` })),
        ),
      );
      await eventually(async () => {
        const { rowCount } = await catalog.db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return (rowCount ?? 0) > 0;
      });
      const { rowCount } = await catalog.db.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
      expect((await send('PATCH', entries(1), other, otherPath)).status).toBe(200);
      await holder.query('rollback');
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    } finally {
      await holder.query('rollback').catch(() => undefined);
      holder.release();
    }
  });
});

/** Stock belongs to the location, whichever catalog it is reached through (docs/api/catalogs.md#inventory). */
describe('stock that catalogs share', () => {
  const price = '1.00 EUR';

  const contentOf = (...refs: string[]) => ({
    categories: [{ ref: 'all', name: 'All' }],
    products: refs.map((ref) => ({ category_ref: 'all', name: ref, skus: [{ ref, price }] })),
  });

  const aCatalog = (as: TestCaller, ...refs: string[]) => createCatalogId(catalog, as, contentOf(...refs));

  const replaceContent = (as: TestCaller, id: string, ...refs: string[]) =>
    catalog.call(`PUT /catalogs/${id}`, { as, body: { name: newId(), data: contentOf(...refs) } });

  const call = (as: TestCaller, method: string, catalog_id: string, body?: unknown) =>
    catalog.call(`${method} /catalogs/${catalog_id}/locations/${as.location?.id ?? ''}/inventory`, {
      as,
      ...(body !== undefined && { body }),
    });

  const sku = (sku_ref: string, stock: string | null, more = {}) => ({ sku_ref, stock, ...more });

  /** The stock by ref, as a catalog shows it. */
  const stockOf = async (as: TestCaller, id: string) =>
    Object.fromEntries((await call(as, 'GET', id)).body.map(({ sku_ref, stock }: any) => [sku_ref, stock]));

  /** The events of inventories in a location, once there are `count` of them: type, catalog and changed stock. */
  const eventsOf = (as: TestCaller, count: number) =>
    eventually(() => {
      const changes = catalog
        .bodiesOf('change', as.location?.id)
        .filter(({ resource_type }) => resource_type === 'inventory');
      if (changes.length < count) return false;
      return changes.map(({ event_type, ids, state_change }) => {
        const entries: any[] = JSON.parse(state_change ?? '[]');
        return [
          event_type,
          ids['catalog_id'],
          Object.fromEntries(entries.map(({ sku_ref, stock }) => [sku_ref, stock])),
        ];
      });
    });

  const aShop = (chain: TestCaller) => aCaller({ account: chain.account });

  const aChain = () => aCaller({ location_id: null });

  describe('two catalogs of a location with the same sku', () => {
    test('share its stock, and PUT leaves the refs that only the other one has', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const lunch = await aCatalog(shop, 'COKE', 'SOUP');
      const dinner = await aCatalog(chain, 'COKE', 'STEAK');
      await call(shop, 'PUT', dinner, [sku('COKE', '12'), sku('STEAK', '3')]);
      expect(await stockOf(shop, lunch)).toEqual({ COKE: '12' });
      const put = await call(shop, 'PUT', lunch, [sku('SOUP', '5')]);
      expect(put.body).toEqual([{ ...sku('SOUP', '5'), expires_at: null }]);
      expect(await stockOf(shop, lunch)).toEqual({ SOUP: '5' });
      expect(await stockOf(shop, dinner)).toEqual({ STEAK: '3' });
      await call(shop, 'PATCH', lunch, [sku('COKE', '0')]);
      expect(await stockOf(shop, dinner)).toEqual({ COKE: '0', STEAK: '3' });
      await call(shop, 'PATCH', dinner, [sku('COKE', null)]);
      expect(await stockOf(shop, lunch)).toEqual({ SOUP: '5' });
    });

    test('do not share it with another location', async () => {
      const chain = aChain();
      const [north, south] = [aShop(chain), aShop(chain)];
      const shared = await aCatalog(chain, 'COKE');
      const own = await aCatalog(north, 'COKE');
      await call(north, 'PUT', own, [sku('COKE', '1')]);
      expect([await stockOf(north, shared), await stockOf(south, shared)]).toEqual([{ COKE: '1' }, {}]);
    });

    test('do not share it with an option of the same ref', async () => {
      const shop = aCaller();
      const option_lists = [{ ref: 'L', name: 'L', options: [{ ref: 'COKE', name: 'Coke' }] }];
      const options = await createCatalogId(catalog, shop, { option_lists });
      await call(shop, 'PUT', await aCatalog(shop, 'COKE'), [sku('COKE', '1')]);
      expect((await call(shop, 'GET', options)).body).toEqual([]);
    });
  });

  test('a ref that leaves a catalog and returns has the stock of the location', async () => {
    const shop = aCaller();
    const id = await aCatalog(shop, 'COKE', 'SOUP');
    await call(shop, 'PUT', id, [sku('COKE', '12'), sku('SOUP', '5')]);
    await replaceContent(shop, id, 'SOUP');
    expect(await stockOf(shop, id)).toEqual({ SOUP: '5' });
    await call(shop, 'PUT', id, [sku('SOUP', '4')]);
    await replaceContent(shop, id, 'COKE', 'SOUP');
    expect(await stockOf(shop, id)).toEqual({ COKE: '12', SOUP: '4' });
  });

  test('deleting a catalog deletes no stock', async () => {
    const shop = aCaller();
    const [id, other] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE')];
    await call(shop, 'PUT', id, [sku('COKE', '12')]);
    expect((await catalog.call(`DELETE /catalogs/${id}`, { as: shop })).status).toBe(200);
    await eventually(async () => {
      const { rowCount } = await catalog.db.query('select from catalog_refs where catalog_id = $1', [id]);
      return rowCount === 0;
    });
    expect(await stockOf(shop, other)).toEqual({ COKE: '12' });
    expect(await stockOf(shop, await aCatalog(shop, 'COKE'))).toEqual({ COKE: '12' });
  });

  // docs/api/events.md#shared-stock
  describe('events', () => {
    test('name each catalog that has a changed ref, with its part of the change', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const lunch = await aCatalog(shop, 'COKE', 'SOUP');
      const dinner = await aCatalog(chain, 'COKE', 'STEAK');
      await aCatalog(shop, 'WINE');
      await aCatalog(aShop(chain), 'COKE');
      await call(shop, 'PATCH', lunch, [sku('COKE', '1'), sku('SOUP', '2')]);
      await call(shop, 'PUT', dinner, [sku('STEAK', '3')]);
      await call(shop, 'PATCH', lunch, [sku('SOUP', '4')]);
      expect(await eventsOf(shop, 5)).toEqual([
        ['patch', lunch, { COKE: '1', SOUP: '2' }],
        ['patch', dinner, { COKE: '1' }],
        ['update', dinner, {}],
        ['patch', lunch, { COKE: null }],
        ['patch', lunch, { SOUP: '4' }],
      ]);
    });

    test('of an expiry name every catalog that has the ref', async () => {
      const shop = aCaller();
      const [lunch, dinner] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE', 'SOUP')];
      const expires_at = new Date(now.getTime() + 60_000).toISOString();
      await call(shop, 'PUT', dinner, [sku('COKE', '0', { expires_at }), sku('SOUP', '0', { expires_at })]);
      await eventsOf(shop, 2);
      now = new Date(now.getTime() + 60_000);
      expect((await eventsOf(shop, 4)).slice(2)).toEqual([
        ['patch', lunch, { COKE: null }],
        ['patch', dinner, { COKE: null, SOUP: null }],
      ]);
      expect(await stockOf(shop, dinner)).toEqual({});
    });

    test('of a very large change are an update for at most 100 other catalogs', async () => {
      const shop = aCaller();
      const refs = Array.from({ length: 301 }, (_, index) => `S${index}`);
      const id = await aCatalog(shop, ...refs);
      await catalog.db.query(
        `insert into catalogs (account_id, id, location_id, timezone, currency, name)
       select $1, 'zz' || lpad(n::text, 3, '0') || $2, $2, 'UTC', 'EUR', n::text from generate_series(1, 101) as n`,
        [shop.account?.id, shop.location_id],
      );
      await call(
        shop,
        'PUT',
        id,
        refs.map((ref) => sku(ref, '1')),
      );
      const [own, ...others] = await eventsOf(shop, 101);
      expect([own, others.length]).toEqual([['update', id, {}], 100]);
      expect(others.every(([type]) => type === 'update')).toBe(true);
      expect(others.some(([, of]) => of === `zz001${shop.location_id}`)).toBe(false);
    });
  });

  test('stock of which no catalog of the location has the ref goes after 30 days; other stock stays', async () => {
    const day = 24 * 3_600_000;
    const shop = aCaller();
    const id = await aCatalog(shop, 'COKE', 'SOUP', 'TEA');
    await call(shop, 'PUT', id, [sku('COKE', '1'), sku('SOUP', '2'), sku('TEA', '3')]);
    /** A round runs when the service starts. */
    const roundAfter = async (days: number, isDone: (rows: any[]) => boolean) => {
      now = new Date(now.getTime() + days * day);
      await catalog.stop();
      await catalog.start();
      await eventually(async () => {
        const text = 'select ref, unused_since from location_stock where location_id = $1 order by ref';
        return isDone((await catalog.db.query(text, [shop.location_id])).rows);
      });
    };
    const unused = (rows: any[]) => rows.filter(({ unused_since }) => unused_since).map(({ ref }) => ref);
    await replaceContent(shop, id, 'TEA');
    await roundAfter(0, (rows) => unused(rows).join() === 'COKE,SOUP');
    await roundAfter(20, (rows) => unused(rows).join() === 'COKE,SOUP');
    await replaceContent(shop, id, 'SOUP', 'TEA');
    await roundAfter(0, (rows) => unused(rows).join() === 'COKE');
    await roundAfter(11, (rows) => rows.map(({ ref }) => ref).join() === 'SOUP,TEA');
    await replaceContent(shop, id, 'COKE', 'SOUP', 'TEA');
    expect(await stockOf(shop, id)).toEqual({ SOUP: '2', TEA: '3' });
  });
});

/** Stored catalogs are kept current (docs/api/conventions.md#times, docs/decisions/0045-stored-catalogs-are-refreshed.md). */
describe('current catalogs', () => {
  const get = (as: TestCaller, path: string) => catalog.call(`GET /catalogs/${path}`, { as });

  const put = (as: TestCaller, id: string, body: unknown) => catalog.call(`PUT /catalogs/${id}`, { as, body });

  const move = async (as: TestCaller, timezone: string) =>
    expect(
      await catalog.send(
        messageOf('location', as.location_id ?? '', {
          id: as.location_id ?? '',
          account_id: as.account?.id ?? '',
          timezone,
        }),
      ),
    ).toEqual([]);

  /** The changes in a location, once there are `count` of them. */
  const changesOf = (as: TestCaller, count: number) =>
    eventually(() => {
      const changes = catalog.bodiesOf('change', as.location_id ?? '');
      return changes.length >= count && changes;
    });

  describe('after a change of the timezone of a location', () => {
    test('its catalogs show their time in the new one, in every response', async () => {
      const shop = aCaller();
      const chain = { ...shop, location_id: null, location: null, scope: 'account[all_catalogs.read]' };
      const { body, headers } = await createCatalog(catalog, shop);
      const paris = body.created_at as string;
      expect(paris).toMatch(/\+0[12]:00$/);
      await move(shop, 'Asia/Tokyo');
      await eventually(async () => (await get(shop, body.id)).body.created_at !== paris);
      const tokyo = expect.stringMatching(/\+09:00$/);
      for (const as of [shop, chain]) {
        const moved = await get(as, body.id);
        expect(moved.body).toEqual({ ...body, created_at: tokyo });
        expect(new Date(moved.body.created_at)).toEqual(new Date(paris));
        expect(moved.headers.get('etag')).not.toBe(headers.get('etag'));
        expect((await get(as, `${body.id}?hide_data=true`)).body.created_at).toEqual(tokyo);
      }
      const listed = await catalog.call(`GET /locations/${shop.location_id}/catalogs`, { as: shop });
      expect(listed.body[0].created_at).toEqual(tokyo);
      const updated = await put(shop, body.id, { name: 'Moved' });
      expect(updated.body).toEqual({ ...body, name: 'Moved', created_at: tokyo });
      const announced = await changesOf(shop, 2);
      expect(announced.map(({ event_type, timezone }) => [event_type, timezone])).toEqual([
        ['create', 'Europe/Paris'],
        ['update', 'Asia/Tokyo'],
      ]);
    });

    test("the same bytes again change nothing, and the account's catalogs stay in UTC", async () => {
      const shop = aCaller();
      const sent = JSON.stringify(aCatalog({ name: newId() }));
      const { body } = await createCatalog(catalog, shop, sent);
      const shared = (await createCatalog(catalog, { ...shop, location_id: null }, { name: newId() })).body;
      await move(shop, 'America/New_York');
      await eventually(async () => /-0[45]:00$/.test((await get(shop, body.id)).body.created_at));
      const again = await put(shop, body.id, sent);
      expect(again.body).toEqual((await get(shop, body.id)).body);
      expect(again.body.data).toEqual(body.data);
      expect((await get(shop, shared.id)).body.created_at).toBe(shared.created_at);
    });

    test('entries that expire are announced in the new one', async () => {
      const shop = aCaller();
      const { id } = (await createCatalog(catalog, shop)).body;
      const expires_at = new Date(now.getTime() + 60_000).toISOString();
      const route = `PUT /catalogs/${id}/locations/${shop.location_id}/inventory`;
      await catalog.call(route, { as: shop, body: [{ sku_ref: 'cola-33', stock: '0', expires_at }] });
      await move(shop, 'Asia/Tokyo');
      now = new Date(now.getTime() + 60_000);
      const [, , patch] = await changesOf(shop, 3);
      expect(patch?.timezone).toBe('Asia/Tokyo');
    });

    test('a message without a timezone changes nothing', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      const message = { id: shop.location_id ?? '', account_id: shop.account?.id ?? '' };
      await catalog.send(messageOf('location', message.id, message));
      expect((await get(shop, body.id)).body).toEqual(body);
    });
  });

  describe('a catalog that the release before has stored', () => {
    /** Stores the catalog as the release before did: without the newer fields, and with a type for every option list. */
    async function makeOld(id: string, version = 2) {
      const read = 'select document from catalog_documents where catalog_id = $1';
      const { document } = (await catalog.db.query(read, [id])).rows[0];
      const old = JSON.parse(gunzipSync(document).toString());
      const parts: [string, any][] = [];
      for (const product of old.data.products) {
        delete product.nutrition;
        parts.push(['product', product]);
      }
      for (const list of old.data.option_lists) {
        delete list.multiple_selection;
        list.type = list.min_selections === 1 && list.max_selections === 1 ? 'single' : 'multiple';
        parts.push(['option_list', list]);
      }
      await catalog.db.query('update catalog_documents set document = $2 where catalog_id = $1', [
        id,
        gzipSync(JSON.stringify(old)),
      ]);
      for (const [kind, part] of parts) {
        await catalog.db.query(
          'update catalog_parts set document = $4 where catalog_id = $1 and kind = $2 and id = $3',
          [...[id, kind, part.id], JSON.stringify(part)],
        );
      }
      await catalog.db.query('update catalogs set version = $2 where id = $1', [id, version]);
    }

    const options = [{ ref: 'o', name: 'O', price: '0.00 EUR' }];
    const lists = [
      { ref: 'one', min_selections: 1, max_selections: 1 },
      { ref: 'any' },
      { ref: 'few', max_selections: 2 },
    ].map((list) => ({ ...list, name: list.ref, options }));
    const aMenu = () => aCatalog({ name: newId(), data: { ...aCatalog().data, option_lists: lists, products: [] } });
    const withoutDeals = () => {
      const { data, name } = aMenu();
      return { name, data: { ...data, deals: [], products: aCatalog().data!.products!.slice(1) } };
    };
    const numbersOf = ({ data }: any) =>
      data.option_lists.map(({ type, min_selections, max_selections }: any) => [type, min_selections, max_selections]);

    test('gets the newer fields in the background, and keeps what it means when it is sent back', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, withoutDeals());
      const image = await createImageId(catalog, shop, body.id);
      await makeOld(body.id);
      await catalog.stop();
      await catalog.start();
      const refreshed = await eventually(async () => {
        const answer = await get(shop, body.id);
        return 'nutrition' in answer.body.data.products[0] && answer;
      });
      expect(numbersOf(refreshed.body)).toEqual([
        ['single', 1, 1],
        ['multiple', 0, null],
        [null, 0, 2],
      ]);
      expect(refreshed.body.data.products).toEqual(body.data.products);
      expect((await get(shop, `${body.id}/option_lists`)).body).toEqual(refreshed.body.data.option_lists);
      expect((await get(shop, `${body.id}/products`)).body).toEqual(refreshed.body.data.products);
      expect((await get(shop, `${body.id}/images/${image}`)).status).toBe(200);
      const { option_lists } = refreshed.body.data;
      const again = await put(shop, body.id, { name: body.name, data: { option_lists } });
      expect(numbersOf(again.body)).toEqual(numbersOf(refreshed.body));
      const events = await changesOf(shop, 2);
      expect(events.map(({ event_type }) => event_type)).toEqual(['create', 'update']);
    });

    test('is refreshed before an update', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, withoutDeals());
      await makeOld(body.id);
      const name = newId();
      const renamed = await put(shop, body.id, { name });
      expect(renamed.status).toBe(200);
      expect(renamed.body.data.products).toEqual(body.data.products);
      expect(numbersOf(renamed.body)[2]).toEqual([null, 0, 2]);
      expect((await get(shop, `${body.id}/option_lists`)).body).toEqual(renamed.body.data.option_lists);
    });

    test('is made again of the body that made it, when that means something else now', async () => {
      const shop = aCaller();
      const upload = withoutDeals();
      const { body } = await createCatalog(catalog, shop, upload);
      await makeOld(body.id);
      const again = await put(shop, body.id, upload);
      expect(numbersOf(again.body)).toEqual(numbersOf(body));
      expect((await get(shop, body.id)).body).toEqual(again.body);
    });

    test('is refreshed again when a replica of the release before has updated it', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, withoutDeals());
      await makeOld(body.id);
      await put(shop, body.id, { name: newId() });
      await makeOld(body.id, 5);
      expect((await put(shop, body.id, { name: newId() })).body.data.products).toEqual(body.data.products);
    });
  });
});

/** Replicas of the version before, which keep stock by catalog (docs/decisions/0044-stock-belongs-to-the-location.md). */
describe('stock of the version before', () => {
  // Its entries expire, so its clock goes on.
  let catalog: TestCatalog;
  beforeAll(async () => {
    catalog = await startTestCatalog();
  });
  afterAll(() => catalog.close());

  const price = '1.00 EUR';

  const contentOf = (...refs: string[]) => ({
    categories: [{ ref: 'all', name: 'All' }],
    products: refs.map((ref) => ({ category_ref: 'all', name: ref, skus: [{ ref, price }] })),
  });

  const aCatalog = (as: TestCaller, ...refs: string[]) => createCatalogId(catalog, as, contentOf(...refs));

  const call = (as: TestCaller, method: string, id: string, body?: unknown) =>
    catalog.call(`${method} /catalogs/${id}/locations/${as.location?.id ?? ''}/inventory`, {
      as,
      ...(body !== undefined && { body }),
    });

  type Stock = Record<string, string | null>;

  const patch = (as: TestCaller, id: string, stock: Stock) =>
    call(
      as,
      'PATCH',
      id,
      Object.entries(stock).map(([sku_ref, value]) => ({ sku_ref, stock: value })),
    );

  const stockOf = async (as: TestCaller, id: string): Promise<Stock> =>
    Object.fromEntries((await call(as, 'GET', id)).body.map(({ sku_ref, stock }: any) => [sku_ref, stock]));

  /** The statements of the version before. */
  const before = {
    lock: `insert into inventories (account_id, catalog_id, location_id, timezone) values ($1, $2, $3, 'Europe/Paris')
         on conflict (account_id, catalog_id, location_id) do update set timezone = excluded.timezone`,
    upsert: `insert into inventory_entries (account_id, catalog_id, location_id, kind, ref, stock, expires_at)
           select $1, $2, $3, 'sku', sent.ref, sent.stock, $6 from unnest($4::text[], $5::text[]) as sent (ref, stock)
           on conflict (account_id, catalog_id, location_id, kind, ref)
             do update set stock = excluded.stock, expires_at = excluded.expires_at`,
    delete: `delete from inventory_entries as entry using unnest($4::text[]) as sent (ref)
           where entry.account_id = $1 and entry.catalog_id = $2 and entry.location_id = $3 and entry.ref = sent.ref`,
    deleteAll: 'delete from inventory_entries where account_id = $1 and catalog_id = $2 and location_id = $3',
    read: `select ref, stock from inventory_entries where account_id = $1 and catalog_id = $2 and location_id = $3`,
  };

  const keyOf = (as: TestCaller, id: string) => [as.account?.id, id, as.location?.id];

  type Written = {
    stock?: Record<string, string>;
    deleted?: string[];
    all?: boolean;
    expires_at?: Date;
    isUntold?: boolean;
  };

  /** Writes through a catalog as the version before does; `isUntold`: before the migration, so that no trigger runs. */
  const write = (as: TestCaller, id: string, { stock = {}, deleted = [], all, expires_at, isUntold }: Written) =>
    transaction(catalog.db, async (trx) => {
      const key = keyOf(as, id);
      if (isUntold) await trx.query('set local session_replication_role = replica');
      await trx.query(before.lock, key);
      if (all) await trx.query(before.deleteAll, key);
      if (deleted.length > 0) await trx.query(before.delete, [...key, deleted]);
      await trx.query(before.upsert, [...key, Object.keys(stock), Object.values(stock), expires_at ?? null]);
    });

  const read = async (as: TestCaller, id: string): Promise<Stock> =>
    Object.fromEntries((await catalog.db.query(before.read, keyOf(as, id))).rows.map(({ ref, stock }) => [ref, stock]));

  describe('while both versions run', () => {
    test('this one reads at once what the other writes through any catalog', async () => {
      const shop = aCaller();
      const [one, two] = [await aCatalog(shop, 'COKE', 'SOUP'), await aCatalog(shop, 'COKE', 'TEA')];
      await write(shop, one, { stock: { COKE: '5', SOUP: '6' } });
      expect([await stockOf(shop, one), await stockOf(shop, two)]).toEqual([{ COKE: '5', SOUP: '6' }, { COKE: '5' }]);
      await write(shop, two, { stock: { COKE: '4', TEA: '7' } });
      await write(shop, one, { deleted: ['SOUP'] });
      expect([await stockOf(shop, one), await stockOf(shop, two)]).toEqual([{ COKE: '4' }, { COKE: '4', TEA: '7' }]);
      // A PUT: everything is deleted, then the new entries are stored.
      await write(shop, one, { all: true, stock: { SOUP: '1' } });
      expect([await stockOf(shop, one), await stockOf(shop, two)]).toEqual([{ SOUP: '1' }, { TEA: '7' }]);
    });

    test('the other one reads at once what this one writes through the same catalog', async () => {
      const shop = aCaller();
      const id = await aCatalog(shop, 'COKE', 'SOUP', 'TEA');
      await patch(shop, id, { COKE: '1', SOUP: '2', TEA: '3' });
      await patch(shop, id, { COKE: '4', SOUP: null });
      expect(await read(shop, id)).toEqual({ COKE: '4', TEA: '3' });
      await call(shop, 'PUT', id, [{ sku_ref: 'SOUP', stock: '9' }]);
      expect([await read(shop, id), await stockOf(shop, id)]).toEqual([{ SOUP: '9' }, { SOUP: '9' }]);
    });

    test('writers of both change an inventory one after the other', async () => {
      const shop = aCaller();
      const [one, two] = [await aCatalog(shop, 'A', 'B'), await aCatalog(shop, 'A', 'B')];
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const stock = { A: String(n + 1), B: String(n + 1) };
          const id = n % 2 === 0 ? one : two;
          if (n % 4 < 2) await write(shop, id, { stock });
          else expect((await patch(shop, id, stock)).status).toBe(200);
        }),
      );
      const { A, B } = await stockOf(shop, one);
      expect(A).toBe(B);
    });

    test('a catalog that the other one clears after its deletion leaves its stock', async () => {
      const shop = aCaller();
      const [id, other] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE')];
      await write(shop, id, { stock: { COKE: '5' } });
      await catalog.call(`DELETE /catalogs/${id}`, { as: shop });
      await catalog.db.query(before.deleteAll, keyOf(shop, id));
      expect(await stockOf(shop, other)).toEqual({ COKE: '5' });
    });

    test('an expiry that the other one clears is still announced for every catalog', async () => {
      const shop = aCaller();
      const [one, two] = [await aCatalog(shop, 'COKE'), await aCatalog(shop, 'COKE')];
      const expires_at = new Date(Date.now() + 500);
      await write(shop, one, { stock: { COKE: '0' }, expires_at });
      await write(shop, one, { deleted: ['COKE'] });
      const announced = await eventually(() => {
        const changes = catalog
          .bodiesOf('change', shop.location_id ?? '')
          .filter(({ event_type }) => event_type === 'patch');
        return changes.length >= 2 && changes.map(({ ids }) => ids['catalog_id']);
      });
      expect(announced).toEqual([one, two]);
    });
  });

  describe('an inventory that only the version before has written', () => {
    const unadopted = async (as: TestCaller, id: string, stock: Record<string, string>, more: Written = {}) =>
      write(as, id, { stock, ...more, isUntold: true });

    test('is adopted by its first reader', async () => {
      const shop = aCaller();
      const id = await aCatalog(shop, 'COKE');
      await unadopted(shop, id, { COKE: '5' });
      expect(await stockOf(shop, id)).toEqual({ COKE: '5' });
    });

    test('is adopted by its first writer, of this version', async () => {
      const shop = aCaller();
      const id = await aCatalog(shop, 'COKE', 'SOUP');
      await unadopted(shop, id, { COKE: '5', SOUP: '6' });
      await patch(shop, id, { COKE: '4' });
      expect(await stockOf(shop, id)).toEqual({ COKE: '4', SOUP: '6' });
    });

    test('… and of the other', async () => {
      const shop = aCaller();
      const id = await aCatalog(shop, 'COKE', 'SOUP');
      await unadopted(shop, id, { COKE: '5', SOUP: '6' });
      await write(shop, id, { stock: { COKE: '4' } });
      expect(await stockOf(shop, id)).toEqual({ COKE: '4', SOUP: '6' });
    });

    test('is otherwise adopted in the background', async () => {
      const shops = [aCaller(), aCaller()];
      for (const shop of shops) await unadopted(shop, await aCatalog(shop, 'COKE'), { COKE: '5' });
      await catalog.stop();
      await catalog.start();
      await eventually(async () => {
        const text = 'select from location_stock where location_id = any ($1::text[])';
        return (await catalog.db.query(text, [shops.map(({ location_id }) => location_id)])).rowCount === 2;
      });
    });

    test('takes the smallest stock where its catalogs disagree', async () => {
      const shop = aCaller();
      const [one, two] = [await aCatalog(shop, 'COKE', 'TEA'), await aCatalog(shop, 'COKE', 'TEA')];
      await unadopted(shop, one, { COKE: '9', TEA: '2.50' });
      await unadopted(shop, two, { COKE: '10', TEA: '2.5001' });
      expect(await stockOf(shop, one)).toEqual({ COKE: '9', TEA: '2.50' });
    });

    test('takes an entry of a catalog that has the ref, and one that has not expired, before all others', async () => {
      const shop = aCaller();
      const [one, two] = [await aCatalog(shop, 'TEA'), await aCatalog(shop, 'COKE', 'TEA')];
      await unadopted(shop, one, { COKE: '0' });
      await unadopted(shop, one, { TEA: '0' }, { expires_at: new Date(Date.now() - 1_000) });
      await unadopted(shop, two, { COKE: '7', TEA: '8' });
      expect(await stockOf(shop, two)).toEqual({ COKE: '7', TEA: '8' });
    });
  });
});
