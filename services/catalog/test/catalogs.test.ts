/** Whole catalogs: creation, retrieval, update, deletion (docs/api/catalogs.md#catalogs). */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { catalogView } from '../src/catalogs/catalog.schema.ts';
import { aCatalog, aLongCatalog, createCatalog } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog();
});
afterAll(() => catalog.close());

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
        },
        { field: 'data.items', message: expect.stringMatching(/may have variants, categories, .*charges$/) },
      ],
    ]);
  });

  test('with several skus of the same ref: a deal means the first one', async () => {
    const product = { category_ref: 'c', name: 'P', skus: [{ ref: 's', price: '1.00 EUR' }] };
    const lines = [{ skus: [{ ref: 's' }], pricing_effect: 'unchanged', pricing_value: null }];
    const data = { categories: [{ ref: 'c', name: 'C' }], products: [product, product], deals: [{ name: 'D', lines }] };
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
    expect(body.errors).toEqual([{ field: 'name', message: 'is the name of another catalog' }]);
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
