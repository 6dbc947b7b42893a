import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { aPicture } from '@order-hub/testing/pictures';
import { testNameLock } from '@order-hub/testing/placed-resources/name-lock';
import { testSelectables } from '@order-hub/testing/placed-resources/selectables';
import { aTenant, callsOf, type PlacedResourceTest } from '@order-hub/testing/placed-resources/subject';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { migrations } from '../migrations/index.ts';
import { catalogView } from '../src/catalogs/catalog.schema.ts';
import { catalogTable } from '../src/catalogs/catalog.store.ts';
import { aCatalog, aLongCatalog, type CatalogBody, createCatalog, createCatalogId } from './builders.ts';
import { openMenus, ownerOf } from './menus.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

/** Whole catalogs: creation, retrieval, update, deletion (docs/api/catalogs.md#catalogs). */
describe('catalogs', () => {
  const aChain = () => aCaller({ location_id: null });

  const get = (as: TestCaller, id: string, query = '') => catalog.call(`GET /catalogs/${id}${query}`, { as });

  const put = (as: TestCaller, id: string, body: unknown) => catalog.call(`PUT /catalogs/${id}`, { as, body });

  /** The events of a place, once there are `count` of them. */
  const changesOf = (as: TestCaller, count: number) =>
    eventually(() => {
      const all = catalog.bodiesOf('change', as.location_id ?? as.account?.id);
      return all.length >= count && all;
    }).then((all) =>
      all.map(({ event_type, ids, previous_state, new_state }) => ({ event_type, ids, previous_state, new_state })),
    );

  const typesOf = async (as: TestCaller, count: number) =>
    (await changesOf(as, count)).map(({ event_type }) => event_type);

  /** The content as it was sent, with the defaults of unset fields: without ids, and with refs in their place. */
  function asSent(content: any) {
    const refs = new Map<string, string>();
    for (const part of Object.values(content).flat() as any[]) refs.set(part.id, part.ref);
    const refOf = (id: string | null) => (id === null ? null : refs.get(id));
    return {
      variants: content.variants.map(({ id: _, ...variant }: any) => variant),
      categories: content.categories.map(({ id: _, parent_id, ...category }: any) => ({
        ...category,
        parent_ref: refOf(parent_id),
      })),
      products: content.products.map(({ id, category_id, skus, ...product }: any) => ({
        ...product,
        category_ref: refOf(category_id),
        skus: skus.map(({ id: _, product_id, option_list_ids, ...sku }: any) => {
          expect(product_id).toBe(id);
          return { ...sku, option_list_refs: option_list_ids.map(refOf) };
        }),
      })),
      option_lists: content.option_lists.map(({ id, options, ...list }: any) => ({
        ...list,
        options: options.map(({ id: __, option_list_id, ...option }: any) => {
          expect(option_list_id).toBe(id);
          return option;
        }),
      })),
      deals: content.deals.map(({ id: _, category_id, lines, ...deal }: any) => ({
        ...deal,
        category_ref: refOf(category_id),
        lines: lines.map(({ skus, ...line }: any) => ({ ...line, skus: skus.map(({ id: __, ...sku }: any) => sku) })),
      })),
      discounts: content.discounts.map(({ id: _, ...discount }: any) => discount),
      charges: content.charges.map(({ id: _, ...charge }: any) => charge),
    };
  }

  describe('a creation', () => {
    test('answers with the whole catalog, as a retrieval does, and is announced without states', async () => {
      const shop = aCaller();
      const { status, body } = await createCatalog(catalog, shop);
      expect(status).toBe(200);
      expect(catalogView.strict().parse(body)).toEqual(body);
      expect(body).toMatchObject({ name: 'Menu', location_id: shop.location_id });
      expect(body).not.toHaveProperty('account_id');
      expect(body.created_at).toMatch(/T\d\d:\d\d:\d\d\+0[12]:00$/);
      expect((await get(shop, body.id)).body).toEqual(body);
      expect(await changesOf(shop, 1)).toEqual([
        {
          event_type: 'create',
          ids: { catalog_id: body.id, location_id: shop.location_id },
          previous_state: null,
          new_state: null,
        },
      ]);
    });

    test('returns what was sent, with ids for refs', async () => {
      const { body } = await createCatalog(catalog, aCaller());
      expect(asSent(body.data)).toMatchObject(aCatalog().data as object);
    });

    test('of a returned content creates an equal catalog', async () => {
      const shop = aCaller();
      const first = (await createCatalog(catalog, shop)).body;
      const second = (await createCatalog(catalog, shop, { name: 'Second', data: asSent(first.data) })).body;
      expect(asSent(second.data)).toEqual(asSent(first.data));
    });

    test('with a name alone has no content', async () => {
      const chain = aChain();
      const { body } = await createCatalog(catalog, chain, { name: 'Empty' });
      const empty = {
        variants: [],
        categories: [],
        products: [],
        option_lists: [],
        deals: [],
        discounts: [],
        charges: [],
      };
      expect(body).toMatchObject({ name: 'Empty', account_id: chain.account?.id, data: empty });
      expect(body).not.toHaveProperty('location_id');
    });

    test('shows unset fields as null, [] or {}', async () => {
      const products = [{ category_ref: 'c', name: 'P', skus: [{ price: '1.00 EUR' }] }];
      const data = { categories: [{ ref: 'c', name: 'C' }], products, charges: [{ name: 'T', type: 'tip' }] };
      const { body } = await createCatalog(catalog, aCaller(), { name: 'Bare', data });
      const [{ id: category_id }] = body.data.categories;
      const [product] = body.data.products;
      const { id, skus } = product;
      expect(product).toEqual({
        ...{ id, ref: null, category_id, name: 'P', description: null, tags: [], tax_rate: null },
        ...{ nutrition: null, image_ids: [] },
        skus: [
          {
            ...{ id: skus[0].id, ref: null, name: null, product_id: id, restrictions: {}, price: '1.00 EUR' },
            ...{ price_overrides: [], option_list_ids: [], tags: [], barcodes: [], custom_fields: {} },
          },
        ],
      });
      expect(body.data.charges[0]).toMatchObject({ ref: null, price: null, restrictions: {} });
    });

    // docs/api/catalogs.md#option-lists
    test('lets the deprecated type decide when it is sent, and shows it only then', async () => {
      const options = [{ name: 'O', price: '0.00 EUR' }];
      const lists = [
        { type: 'single' },
        { type: 'multiple' },
        { type: 'single', min_selections: 0, max_selections: 5 },
        { type: 'multiple', min_selections: 2, max_selections: 3 },
        { type: 'single', min_selections: 3, max_selections: 2 },
        { type: null, min_selections: 0, max_selections: 1 },
        { min_selections: 1, max_selections: 1 },
        {},
      ];
      const option_lists = lists.map((list, index) => ({ ref: String(index), name: 'L', options, ...list }));
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop, { name: 'Lists', data: { option_lists } });
      expect(body.data.option_lists.map((list: any) => [list.min_selections, list.max_selections, list.type])).toEqual([
        [1, 1, 'single'],
        [0, null, 'multiple'],
        [1, 1, 'single'],
        [0, null, 'multiple'],
        [1, 1, 'single'],
        [0, 1, null],
        [1, 1, null],
        [0, null, null],
      ]);
      // A catalog that is read and sent back stays what it was.
      const again = await put(shop, body.id, { name: 'Lists', data: { option_lists: body.data.option_lists } });
      expect(again.body.data.option_lists.map(({ options: _, ...list }: any) => list)).toEqual(
        body.data.option_lists.map(({ options: _, ...list }: any) => list),
      );
    });

    // docs/api/catalogs.md#option-lists, docs/api/catalogs.md#nutrition, docs/api/catalogs.md#options
    test('returns multiple_selection and nutrition as they were sent, and a price of zero for an option without one', async () => {
      const nutrition = { per: '100 g', kcal: 238.5, allergens: ['gluten'], traces: null };
      const product = { category_ref: 'c', name: 'P', skus: [{ price: '1.00 USD' }] };
      const option_lists = [true, false, null].map((multiple_selection) => ({
        ...{ ref: String(multiple_selection), name: 'L', multiple_selection, options: [{ name: 'O' }] },
      }));
      const data = {
        categories: [{ ref: 'c', name: 'C' }],
        products: [{ ...product, nutrition }, product],
        option_lists,
      };
      const shop = aCaller({ account: { id: newId(), currency: 'USD' } });
      const { body } = await createCatalog(catalog, shop, { name: 'Newer', data });
      expect(body.data.products.map((shown: any) => shown.nutrition)).toEqual([nutrition, null]);
      expect(body.data.option_lists.map((list: any) => list.multiple_selection)).toEqual([true, false, null]);
      expect(body.data.option_lists[0].options[0].price).toBe('0.00 USD');
      const [{ id }] = body.data.products;
      expect((await get(shop, body.id, `/products/${id}`)).body).toEqual(body.data.products[0]);
    });

    // docs/api/catalogs.md#catalog-content
    test('refuses a field that data does not have, and names the one that it resembles', async () => {
      const data = { options_lists: [], items: [] };
      const { status, body } = await createCatalog(catalog, aCaller(), { name: 'Misspelt', data });
      expect([status, body.errors]).toEqual([
        422,
        [
          {
            field: 'data.options_lists',
            message: 'is not a field of data; did you mean option_lists?',
            code: 'unknown_field',
          },
          {
            field: 'data.items',
            message: expect.stringMatching(/may have variants, categories, .*charges$/),
            code: 'unknown_field',
          },
        ],
      ]);
    });

    test('with several skus of the same ref: a deal means the first one', async () => {
      const product = { category_ref: 'c', name: 'P', skus: [{ ref: 's', price: '1.00 EUR' }] };
      const lines = [{ skus: [{ ref: 's' }], pricing_effect: 'unchanged', pricing_value: null }];
      const data = {
        categories: [{ ref: 'c', name: 'C' }],
        products: [product, product],
        deals: [{ name: 'D', lines }],
      };
      const { body } = await createCatalog(catalog, aCaller(), { name: 'Twice', data });
      const [first, second] = body.data.products;
      expect(first.id).not.toBe(second.id);
      expect(body.data.deals[0].lines[0].skus).toEqual([{ id: first.skus[0].id, ref: 's', extra_charge: null }]);
    });

    test('that is refused leaves nothing', async () => {
      const shop = aCaller();
      const charges = [{ name: 'T', type: 'toll' }];
      expect((await createCatalog(catalog, shop, { name: 'Wrong', data: { charges } })).status).toBe(422);
      const { body } = await catalog.call(`GET /locations/${shop.location_id}/catalogs`, { as: shop });
      await catalog.untilSent();
      expect([body, catalog.bodiesOf('change', shop.location_id ?? '')]).toEqual([[], []]);
    });

    test('accepts only JSON: 415', async () => {
      const as = aCaller();
      const headers = { 'content-type': 'text/plain' };
      const route = `POST /locations/${as.location_id}/catalogs`;
      expect((await catalog.call(route, { as, headers, body: '{}' })).status).toBe(415);
    });
  });

  describe('names', () => {
    const at = (chain: TestCaller, location_id = newId()) =>
      aCaller({ account: chain.account, location_id, location: { id: location_id, timezone: 'UTC' } });
    const named = async (as: TestCaller, name = 'Menu') => (await createCatalog(catalog, as, { name })).status;

    test('are unique in a location, and between it and its account; two locations may share one', async () => {
      const chain = aChain();
      const [shop, other] = [at(chain), at(chain)];
      expect(await named(shop)).toBe(200);
      expect([await named(shop), await named(chain), await named(other)]).toEqual([422, 422, 200]);
      expect([await named(chain, 'Shared'), await named(shop, 'Shared')]).toEqual([200, 422]);
      expect([await named(aChain()), await named(aCaller())]).toEqual([200, 200]);
      const { body } = await createCatalog(catalog, shop, { name: 'Menu' });
      expect(body.errors).toEqual([{ field: 'name', message: 'is the name of another catalog', code: 'taken' }]);
    });

    test('are unique among concurrent creations', async () => {
      const chain = aChain();
      const shop = at(chain);
      const statuses = await Promise.all([shop, chain, shop, chain, shop, chain].map((as) => named(as)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 422)).toHaveLength(5);
    });

    test('in use cannot be taken by an update, which then changes nothing', async () => {
      const shop = aCaller();
      await named(shop, 'First');
      const { body } = await createCatalog(catalog, shop, aCatalog({ name: 'Second' }));
      expect((await put(shop, body.id, { name: 'First', data: {} })).status).toBe(422);
      expect((await get(shop, body.id)).body).toEqual(body);
      expect((await put(shop, body.id, { name: 'Third' })).status).toBe(200);
      expect(await named(shop, 'Second')).toBe(200);
    });
  });

  describe('an update', () => {
    test('without data changes only the name', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      const renamed = await put(shop, body.id, { name: 'a "name",\\ with ,"data":{', data: null });
      expect([renamed.status, renamed.body]).toEqual([200, { ...body, name: 'a "name",\\ with ,"data":{' }]);
      expect((await get(shop, body.id)).body).toEqual(renamed.body);
      expect((await put(shop, body.id, { name: 'Menu' })).body).toEqual(body);
      expect(await typesOf(shop, 3)).toEqual(['create', 'update', 'update']);
    });

    test('with data replaces the whole content; parts that keep their ref keep their id', async () => {
      const shop = aCaller();
      const before = (await createCatalog(catalog, shop)).body;
      const next = aCatalog();
      next.data!.products![0]!.skus[0]!.price = '9.90 EUR';
      next.data!.products![0]!.skus[1]!.ref = 'another';
      next.data!.products!.reverse();
      delete next.data!.deals;
      next.data!.charges!.push({ name: 'Without a ref', type: 'tip' });
      const { status, body } = await put(shop, before.id, next);
      expect(status).toBe(200);
      expect((await get(shop, before.id)).body).toEqual(body);
      const [cola, margherita] = body.data.products;
      const [margheritaBefore, colaBefore] = before.data.products;
      expect(cola).toEqual(colaBefore);
      expect(margherita).toEqual({
        ...margheritaBefore,
        skus: [
          { ...margheritaBefore.skus[0], price: '9.90 EUR' },
          { ...margheritaBefore.skus[1], id: margherita.skus[1].id, ref: 'another' },
        ],
      });
      expect(margherita.skus[1].id).not.toBe(margheritaBefore.skus[1].id);
      expect(body.data).toMatchObject({ deals: [], option_lists: before.data.option_lists });
      const again = await put(shop, before.id, { ...next, name: 'Other' });
      expect(again.body.data.charges[0]).toEqual(body.data.charges[0]);
      expect(again.body.data.charges[1].id).not.toBe(body.data.charges[1].id);
    });

    test('that changes nothing writes nothing and is not announced, whether or not its bytes are the same', async () => {
      const shop = aCaller();
      const sent = aCatalog();
      const { body, headers } = await createCatalog(catalog, shop, sent);
      const rows = () => catalog.db.query('select xmin, ctid from catalogs where id = $1', [body.id]);
      const before = (await rows()).rows;
      for (const same of [JSON.stringify(sent), `${JSON.stringify(sent)} `, { name: 'Menu' }]) {
        const answer = await put(shop, body.id, same);
        expect([answer.status, answer.body]).toEqual([200, body]);
        expect(answer.headers.get('etag')).toBe(headers.get('etag'));
      }
      expect((await rows()).rows).toEqual(before);
      await put(shop, body.id, { name: 'Another' });
      expect(await typesOf(shop, 2)).toEqual(['create', 'update']);
    });

    test('with the bytes of an earlier upload is a change', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      await put(shop, body.id, { name: 'Menu', data: {} });
      expect((await put(shop, body.id, aCatalog())).body.data.products).toHaveLength(2);
      await put(shop, body.id, { name: 'Renamed' });
      expect((await put(shop, body.id, aCatalog())).body.name).toBe('Menu');
    });

    test('that is refused changes nothing', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      for (const wrong of ['{', '[]', { data: {} }, { name: 'Menu', data: { charges: [{}] } }]) {
        expect((await put(shop, body.id, wrong)).status).toBeGreaterThanOrEqual(400);
      }
      const kept = await get(shop, body.id);
      expect([kept.body, kept.headers.get('etag')]).toEqual([body, expect.stringContaining(`${body.id}-1`)]);
    });

    test('of an unknown catalog: 404', async () => {
      expect((await put(aCaller(), newId(), aCatalog())).status).toBe(404);
    });
  });

  describe('a retrieval', () => {
    test('with hide_data has no content; another value is refused', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      const { data: _, ...rest } = body;
      expect((await get(shop, body.id, '?hide_data=true')).body).toEqual(rest);
      expect((await get(shop, body.id, '?hide_data=false')).body).toEqual(body);
      for (const value of ['yes', '1', 'TRUE', '']) {
        const refused = await get(shop, body.id, `?hide_data=${value}`);
        expect([refused.status, refused.body]).toEqual([
          400,
          expect.objectContaining({ message: 'The query parameter hide_data must be true or false' }),
        ]);
      }
    });

    test('with the tag of this version: 304; with the tag of an earlier one: the catalog', async () => {
      const shop = aCaller();
      const { body, headers } = await createCatalog(catalog, shop);
      const conditional = { as: shop, headers: { 'if-none-match': headers.get('etag') ?? '' } };
      const known = await catalog.call(`GET /catalogs/${body.id}`, conditional);
      expect([known.status, known.body]).toEqual([304, undefined]);
      await put(shop, body.id, { name: 'Renamed' });
      expect((await catalog.call(`GET /catalogs/${body.id}`, conditional)).body.name).toBe('Renamed');
    });

    test('is compressed for a client that accepts gzip, and plain for others', async () => {
      const shop = aCaller();
      const { body } = await createCatalog(catalog, shop);
      const plain = await catalog.call(`GET /catalogs/${body.id}`, {
        as: shop,
        headers: { 'accept-encoding': 'identity' },
      });
      expect([plain.headers.get('content-encoding'), plain.body]).toEqual([null, body]);
      const stored = await catalog.db.query('select document from catalog_documents where catalog_id = $1', [body.id]);
      expect(JSON.parse(gunzipSync(stored.rows[0].document).toString())).toEqual(body);
    });
  });

  test('a deletion deletes all rows of a catalog, in batches', async () => {
    const shop = aCaller();
    const { body } = await createCatalog(catalog, shop, aLongCatalog('Long', 6_000));
    expect((await catalog.call(`DELETE /catalogs/${body.id}`, { as: shop })).body).toEqual({});
    expect((await get(shop, body.id)).status).toBe(404);
    expect((await catalog.call(`GET /catalogs/${body.id}/products`, { as: shop })).status).toBe(404);
    expect((await put(shop, body.id, aCatalog())).status).toBe(404);
    const tables = ['documents', 'parts', 'part_lists', 'refs'].map((name) => `catalog_${name}`);
    await eventually(async () => {
      const counts = await Promise.all(
        tables.map((table) => catalog.db.query(['select 1 from', table, 'where catalog_id = $1'].join(' '), [body.id])),
      );
      return counts.every(({ rowCount }) => rowCount === 0);
    });
    expect((await changesOf(shop, 2))[1]).toEqual({
      event_type: 'delete',
      ids: { catalog_id: body.id, location_id: shop.location_id },
      previous_state: null,
      new_state: null,
    });
  });
});

/** The rules that catalogs share with customer lists, and catalogs that users create in order to select them. */
describe('catalogs of a place', () => {
  const subject: PlacedResourceTest = {
    service: () => catalog,
    name: 'catalog',
    table: catalogTable,
    routes: {
      list: 'POST /internal/selectable-catalogs',
      create: 'POST /internal/catalogs',
      lookUp: (account_id) => `/internal/accounts/${account_id}/catalogs`,
      rename: (id) => `PUT /catalogs/${id}`,
    },
  };

  const { create } = callsOf(subject);

  testSelectables(subject);

  testNameLock(subject);

  describe('a creation for a user', () => {
    test('makes an empty catalog, which its place sees and the hub announces for no client', async () => {
      const { account_id, location_id, given } = aTenant();
      const { status, body } = await create(given);
      expect([status, body]).toEqual([200, { id: expect.any(String), name: 'Summer', location_id }]);
      const location = { id: location_id, timezone: 'Europe/Paris' };
      const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id, location });
      const seen = (await catalog.call(`GET /catalogs/${body.id}`, { as })).body;
      expect(seen).toMatchObject({ id: body.id, name: 'Summer', location_id, data: { products: [], charges: [] } });
      expect(seen.created_at).toMatch(/\+0[12]:00$/);
      const [announced] = await eventually(() => {
        const all = catalog.bodiesOf('change', location_id);
        return all.length > 0 && all;
      });
      expect(announced).toMatchObject({
        ...{ resource_type: 'catalog', event_type: 'create', client_id: null },
        ...{ account_id, location_id, timezone: 'Europe/Paris', ids: { catalog_id: body.id, location_id } },
      });
    });

    test('takes prices in the currency of the account from then on', async () => {
      const { account_id, location_id, given } = aTenant();
      const { id } = (await create(given)).body;
      const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id });
      const upload = (currency: string) => {
        const products = [{ category_ref: 'c', name: 'P', skus: [{ price: `1.00 ${currency}` }] }];
        const data = { categories: [{ ref: 'c', name: 'C' }], products };
        return catalog.call(`PUT /catalogs/${id}`, { as, body: { name: 'Summer', data } });
      };
      expect((await upload('EUR')).status).toBe(422);
      expect((await upload('USD')).status).toBe(200);
    });

    test('for the account is of no location', async () => {
      const { account_id, shared } = aTenant();
      const { body } = await create(shared);
      expect(body).toEqual({ id: expect.any(String), name: 'Everywhere', location_id: null });
      const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id: null });
      expect((await catalog.call(`GET /catalogs/${body.id}`, { as })).body).toMatchObject({ account_id });
      expect((await catalog.call(`GET /catalogs/${body.id}`, { as: aCaller() })).status).toBe(404);
    });
  });
});

/** Unknown fields of catalogs and inventories, which threads read (docs/api/conventions.md#strict-handling). */
describe('strict handling', () => {
  const as = aCaller();

  const headers = { Prefer: 'handling=strict' };

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
        [{ field: 'data.products.0.nam', message: 'is unknown; did you mean `name`?', code: 'unknown_field' }],
      ]);
    });

    test('is stored otherwise, and the field is named', async () => {
      const created = await createCatalog(catalog, as, misspelled());
      expect([created.status, created.headers.get('ignored-fields')]).toEqual([200, 'data.products.0.nam']);
    });

    test('with fields of the hub alone that cannot be read is stored without them, and they are named', async () => {
      const { data, ...body }: any = make();
      const option_lists = [{ ref: 'own', name: 'Own', options: [{ name: 'A' }], multiple_selection: 'yes' }];
      const products = [{ ...data.products[0], nutrition: 5 }, ...data.products.slice(1)];
      const sent = {
        ...body,
        data: { ...data, products, option_lists: [...(data.option_lists ?? []), ...option_lists] },
      };
      const { status, body: stored, headers: answered } = await createCatalog(catalog, as, sent);
      const named = `data.products.0.nutrition, data.option_lists.${(data.option_lists ?? []).length}.multiple_selection`;
      expect([status, answered.get('ignored-fields')]).toEqual([200, named]);
      const list = stored.data.option_lists.at(-1);
      expect([stored.data.products[0].nutrition, list.multiple_selection, list.ref]).toEqual([null, null, 'own']);
      expect((await catalog.call(`POST ${path}`, { as, headers, body: { ...sent, name: newId() } })).status).toBe(422);
    });

    test('with a list that asks for more options than it has is stored as it is, and the request log hears of it', async () => {
      const { data, ...body }: any = make();
      const before = data.option_lists ?? [];
      const asking = { name: 'Sides', options: [{ name: 'Rice' }], min_selections: 2 };
      const option_lists = [...before, { ref: 'x', ...asking }, { ref: 'y', ...asking, multiple_selection: true }];
      const sent = { ...body, data: { ...data, option_lists } };
      const { status, body: stored, headers: answered } = await createCatalog(catalog, as, sent);
      expect([status, stored.data.option_lists.at(-2).min_selections]).toEqual([200, 2]);
      expect([answered.get('ignored-fields'), answered.get('x-hub-fault')]).toEqual([
        null,
        `- data.option_lists.${before.length}.min_selections`,
      ]);
      const listed = stored.data.option_lists.slice(-2).map(({ id }: { id: string }) => id);
      const pages = listed.map((id: string) => openMenus(catalog).optionList(ownerOf(as), stored.id, id));
      const shown = (await Promise.all(pages)).map(({ body: page }) => page.option_list.is_minimum_reachable);
      expect(shown).toEqual([false, true]);
      const { body: menu } = await openMenus(catalog).browse(ownerOf(as), stored.id);
      expect(menu.unreachable_lists).toEqual([{ id: listed[0], name: 'Sides' }]);
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
    const entries = Array.from({ length: count }, (_, index) => ({
      sku_ref: `s${index}`,
      stock: `${index}.5`,
      stok: 1,
    }));

    test('names its unknown fields, or is refused for them', async () => {
      const as = aCaller();
      const { id } = (await createCatalog(catalog, as, aLongCatalog(newId(), count))).body;
      const path = `/catalogs/${id}/locations/${as.location_id}/inventory`;
      const refused = await catalog.call(`PUT ${path}`, { as, headers, body: entries });
      expect([refused.status, refused.body.errors[0]]).toEqual([
        422,
        { field: '0.stok', message: 'is unknown; did you mean `stock`?', code: 'unknown_field' },
      ]);
      expect((await catalog.call(`GET ${path}`, { as })).body).toEqual([]);
      const stored = await catalog.call(`PUT ${path}`, { as, body: entries });
      expect([stored.status, stored.body.length]).toEqual([200, count]);
      expect(stored.headers.get('ignored-fields')).toMatch(/^0\.stok/);
    });
  });
});

/** docs/api/conventions.md#idempotency-keys, for bodies that the handler reads and answers that are stored compressed. */
describe('idempotency keys', () => {
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

    test('is not answered again to a connection that is bound to another catalog since', async () => {
      const as = aCaller();
      const catalog_id = await createCatalogId(catalog, as);
      const route = `PUT /catalogs/${catalog_id}`;
      const body = aCatalog();
      const bound = { ...as, scope: 'location[catalog.write]', catalog_id };
      expect((await send(bound, route, body, 'bound')).status).toBe(200);
      const elsewhere = { ...bound, catalog_id: newId() };
      expect(await send(elsewhere, route, body, 'bound')).toMatchObject({
        status: 422,
        body: { code: 'answer_not_kept' },
      });
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
        body: new Uint8Array(aPicture('image/gif', end)),
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
});

/** Quotas of catalogs and images (docs/api/limits.md#quotas). */
describe('quotas of catalogs and images', () => {
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
        // A JPEG without segments.
        body: Buffer.concat([Buffer.from('ffd8ffd9', 'hex'), Buffer.alloc(bytes - 4)]),
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
});

describe('access to catalogs', () => {
  const aChain = () => aCaller({ location_id: null });
  const aShop = ({ account }: TestCaller, overrides: Partial<TestCaller> = {}) => aCaller({ account, ...overrides });
  /** An account connection that names a location. */
  const at = (chain: TestCaller, { location }: TestCaller): TestCaller => ({ ...chain, location });

  const statusOf = async (as: TestCaller | undefined, route: string, body?: unknown) =>
    (await catalog.call(route, { as, ...(body !== undefined && { body }) })).status;

  /** The paths of all parts and lists of parts of a catalog. */
  function partPaths({ id, data }: any): string[] {
    const [product] = data.products;
    const [list] = data.option_lists;
    const paths = Object.entries({
      categories: data.categories[0].id,
      products: product.id,
      [`products/${product.id}/skus`]: product.skus[0].id,
      option_lists: list.id,
      [`option_lists/${list.id}/options`]: list.options[0].id,
      deals: data.deals[0].id,
      discounts: data.discounts[0].id,
      charges: data.charges[0].id,
    }).flatMap(([path, part]) => [path, `${path}/${part}`]);
    return paths.map((path) => `/catalogs/${id}/${path}`);
  }

  describe('a catalog of a location', () => {
    test('and its parts are visible to the location and its account only', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const { body } = await createCatalog(catalog, shop);
      const paths = [`/catalogs/${body.id}`, ...partPaths(body)];
      const strangers = [aShop(chain), aCaller(), aChain(), aCaller({ location: shop.location })];
      for (const path of paths) {
        expect([path, await statusOf(shop, `GET ${path}`), await statusOf(chain, `GET ${path}`)]).toEqual([
          path,
          200,
          200,
        ]);
        for (const stranger of strangers) expect([path, await statusOf(stranger, `GET ${path}`)]).toEqual([path, 404]);
        expect(await statusOf(undefined, `GET ${path}`)).toBe(401);
      }
      for (const stranger of strangers) {
        expect(await statusOf(stranger, `PUT /catalogs/${body.id}`, aCatalog())).toBe(404);
        expect(await statusOf(stranger, `DELETE /catalogs/${body.id}`)).toBe(404);
      }
      expect(await statusOf(chain, `PUT /catalogs/${body.id}`, aCatalog({ name: 'Of the chain' }))).toBe(200);
    });

    test('may be created by an account connection', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const route = `POST /locations/${shop.location_id}/catalogs`;
      const { body } = await catalog.call(route, { as: at(chain, shop), body: { name: 'Shop' } });
      expect(body.location_id).toBe(shop.location_id);
      expect(await statusOf(aShop(chain), route, { name: 'Mine' })).toBe(404);
    });
  });

  describe('a catalog of the account', () => {
    const mine = aCatalog({ name: 'Mine' });

    // docs/api/catalogs.md#update
    test('is updated by the location connection that is bound to it with catalog.write', async () => {
      const chain = aChain();
      const { body } = await createCatalog(catalog, chain);
      const shop = aShop(chain, { scope: 'location[catalog.write]', catalog_id: body.id });
      const updated = await catalog.call(`PUT /catalogs/${body.id}`, { as: shop, body: mine });
      expect([updated.status, updated.body]).toEqual([200, { ...body, name: 'Mine' }]);
      expect((await catalog.call(`GET /catalogs/${body.id}`, { as: chain })).body).toEqual(updated.body);
      expect(await statusOf(shop, `DELETE /catalogs/${body.id}`)).toBe(401);
      const reader = { ...shop, scope: 'location[catalog.read]' };
      expect(await statusOf(reader, `PUT /catalogs/${body.id}`, aCatalog())).toBe(403);
    });

    test('is otherwise updated and deleted only with an account connection: 401', async () => {
      const chain = aChain();
      const { body } = await createCatalog(catalog, chain);
      const other = await createCatalog(catalog, chain, aCatalog({ name: 'Other' }));
      for (const bound of [
        { scope: 'location[all_catalogs.write]', catalog_id: null },
        { scope: 'location[all_catalogs.write]', catalog_id: body.id },
        { scope: 'location[all_catalogs.read,catalog.write]', catalog_id: other.body.id },
      ]) {
        const shop = aShop(chain, bound);
        expect(await statusOf(shop, `GET /catalogs/${body.id}`)).toBe(200);
        expect(await statusOf(shop, `PUT /catalogs/${body.id}`, mine)).toBe(401);
        expect(await statusOf(shop, `DELETE /catalogs/${body.id}`)).toBe(401);
      }
      expect((await catalog.call(`GET /catalogs/${body.id}`, { as: chain })).body).toEqual(body);
      expect(await statusOf(chain, `PUT /catalogs/${body.id}`, aCatalog({ name: 'Ours' }))).toBe(200);
      expect(await statusOf(chain, `DELETE /catalogs/${body.id}`)).toBe(200);
    });

    test('cannot be created or listed with a location connection: 403', async () => {
      const shop = aCaller();
      const path = `/accounts/${shop.account?.id}/catalogs`;
      expect([await statusOf(shop, `POST ${path}`, aCatalog()), await statusOf(shop, `GET ${path}`)]).toEqual([
        403, 403,
      ]);
    });

    test("is listed for each location together with the location's own, without content", async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const names = async (as: TestCaller, path: string) =>
        (await catalog.call(`GET ${path}`, { as })).body.map((listed: any) => [listed.name, 'data' in listed]);
      await createCatalog(catalog, chain, aCatalog({ name: 'Chain' }));
      await createCatalog(catalog, shop, aCatalog({ name: 'Shop' }));
      await createCatalog(catalog, aShop(chain), aCatalog({ name: 'Another' }));
      const ofShop = `/locations/${shop.location_id}/catalogs`;
      expect(await names(shop, ofShop)).toEqual([
        ['Chain', false],
        ['Shop', false],
      ]);
      expect(await names(at(chain, shop), ofShop)).toEqual([
        ['Chain', false],
        ['Shop', false],
      ]);
      expect(await names(chain, `/accounts/${chain.account?.id}/catalogs`)).toEqual([['Chain', false]]);
      const first = await catalog.call(`GET ${ofShop}?count=1`, { as: shop });
      const next = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
      expect(await names(shop, `${ofShop}?count=1&cursor=${next}`)).toEqual([['Shop', false]]);
    });
  });

  describe('by scope', () => {
    const statusesOf = async (as: TestCaller, body: any) => {
      const place = `/locations/${as.location?.id}/catalogs`;
      return {
        read: await statusOf(as, `GET /catalogs/${body.id}`),
        part: await statusOf(as, `GET /catalogs/${body.id}/products/${body.data.products[0].id}`),
        update: await statusOf(as, `PUT /catalogs/${body.id}`, aCatalog({ name: newId() })),
        create: await statusOf(as, `POST ${place}`, { name: newId() }),
        list: (await catalog.call(`GET ${place}`, { as })).body.length,
        delete: await statusOf(as, `DELETE /catalogs/${body.id}`),
      };
    };
    test.each([
      ['all_catalogs.write', false, { read: 200, part: 200, update: 200, create: 200, list: 3, delete: 200 }],
      ['all_catalogs.read', false, { read: 200, part: 200, update: 403, create: 403, list: 2, delete: 403 }],
      ['catalog.write', true, { read: 200, part: 200, update: 200, create: 403, list: 1, delete: 403 }],
      ['catalog.read', true, { read: 200, part: 200, update: 403, create: 403, list: 1, delete: 403 }],
      ['catalog.write', false, { read: 404, part: 404, update: 404, create: 403, list: 0, delete: 404 }],
      ['orders.write', true, { read: 403, part: 403, update: 403, create: 403, list: undefined, delete: 403 }],
    ])('%s, bound to the catalog: %s', async (permission, isBound, expected) => {
      for (const level of ['location', 'account']) {
        const chain = aChain();
        const shop = aShop(chain);
        const { body } = await createCatalog(catalog, shop);
        await createCatalog(catalog, shop, { name: 'Another' });
        const narrowed = { scope: `${level}[${permission}]`, catalog_id: isBound ? body.id : null };
        const as = { ...(level === 'location' ? shop : at(chain, shop)), ...narrowed };
        expect([level, await statusesOf(as, body)]).toEqual([level, expected]);
      }
    });
  });
});

describe('health', () => {
  describe('the catalog service', () => {
    test('is alive', async () => {
      expect(await catalog.call('GET /health')).toMatchObject({ status: 200, body: { status: 'alive' } });
    });

    test('is ready once its database and its bus are there', async () => {
      const { status, body } = await catalog.call('GET /ready');
      expect({ status, body }).toEqual({
        status: 200,
        body: { ready: true, degraded: [] },
      });
    });

    test('answers an unknown URL with 404 routing_error', async () => {
      const { status, body } = await catalog.call('GET /nowhere', { as: aCaller() });
      expect({ status, type: body.error_type }).toEqual({ status: 404, type: 'routing_error' });
    });
  });
});

describe('migrations', () => {
  test('down takes everything away, and up again makes the same', async () => {
    const { up, down, upAgain } = await schemaShapes('catalog', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
