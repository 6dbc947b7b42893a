/** Single fields of a menu are changed in the back office (docs/decisions/0086-one-field-of-a-menu.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { Role } from '@order-hub/shared/roles';
import { aCaller, aUserAt, eventually, type TestCaller } from '@order-hub/testing/call';
import { aCatalog, aLongCatalog, createCatalog, createImageId } from './builders.ts';
import { ofProduct, openMenus, ownerOf } from './menus.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
let menus: ReturnType<typeof openMenus>;
beforeAll(async () => {
  catalog = await startTestCatalog();
  menus = openMenus(catalog);
});
afterAll(() => catalog.close());

const get = (as: TestCaller, id: string) => catalog.call(`GET /catalogs/${id}`, { as });

/** A location with a catalog, its first product, and that product's skus. */
async function aMenu(body: unknown = aCatalog()) {
  const shop = aCaller();
  const created = (await createCatalog(catalog, shop, body)).body;
  const [product] = created.data.products;
  return { shop, owner: ownerOf(shop), id: created.id as string, created, product, sku: product.skus[0] };
}

/** The events of the location, once there are `count` of them. */
const eventsOf = (shop: TestCaller, count: number) =>
  eventually(() => {
    const changes = catalog.bodiesOf('change', shop.location_id ?? '');
    return changes.length >= count && changes;
  });

/** Asserts that the rows of single parts equal the document. */
async function assertConsistent(shop: TestCaller, id: string) {
  const { data } = (await get(shop, id)).body;
  for (const kind of ['products', 'categories', 'option_lists', 'deals'])
    expect((await catalog.call(`GET /catalogs/${id}/${kind}`, { as: shop })).body).toEqual(data[kind].slice(0, 100));
  return data;
}

describe('a change', () => {
  test('of a price changes nothing else, and every app gets the event of an update', async () => {
    const { shop, owner, id, created, product, sku } = await aMenu();
    const before = await get(shop, id);
    const change = ofProduct([product.id, sku.id], 'price', '9.00 EUR', '9.50 EUR');
    expect((await menus.change(owner, id, change)).body).toEqual({ changed: 1, conflicts: [] });
    const after = await get(shop, id);
    const expected = structuredClone(created);
    expected.data.products[0].skus[0].price = '9.50 EUR';
    expect(after.body).toEqual(expected);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    await assertConsistent(shop, id);
    const events = await eventsOf(shop, 2);
    expect(events.map(({ event_type, ids, client_id }) => [event_type, ids.catalog_id, client_id])).toEqual([
      ['create', id, shop.client_id],
      ['update', id, 'back-office'],
    ]);
  });

  test('is the same as an upload of the whole catalog with that change', async () => {
    const { shop, owner, id, product, sku } = await aMenu();
    await menus.change(owner, id, ofProduct([product.id, sku.id], 'enabled', true, false));
    await menus.change(owner, id, ofProduct([product.id, sku.id], 'variant_refs', null, ['terrace']));
    const body = aCatalog();
    const first = body.data?.products?.[0]?.skus[0];
    if (first) first.restrictions = { variant_refs: ['terrace'], enabled: false };
    const { headers } = await get(shop, id);
    const put = await catalog.call(`PUT /catalogs/${id}`, { as: shop, body });
    expect([put.status, put.headers.get('etag')]).toEqual([200, headers.get('etag')]);
  });

  test('of every field of every kind of part', async () => {
    const { shop, owner, id, created } = await aMenu();
    const { products, categories, option_lists, deals } = created.data;
    const image = await createImageId(catalog, shop, id);
    const part = (kind: string, { id: part_id }: { id: string }, child: { id: string } | null = null) => ({
      ...{ kind, id: part_id, child_id: child && child.id },
    });
    const [product, category, list, deal] = [products[1], categories[1], option_lists[0], deals[0]];
    const { body } = await menus.change(
      owner,
      id,
      { ...part('product', product), field: 'name', before: 'Cola', after: 'Cola “Zéro”' },
      { ...part('product', product), field: 'description', before: null, after: 'Cold\n"very"' },
      { ...part('product', product), field: 'image_ids', before: [], after: [image] },
      { ...part('product', product, product.skus[0]), field: 'name', before: null, after: 'Can' },
      { ...part('product', product, product.skus[0]), field: 'price', before: '3.00 EUR', after: '3.20 EUR' },
      { ...part('product', product, product.skus[0]), field: 'enabled', before: true, after: false },
      { ...part('product', product, product.skus[0]), field: 'variant_refs', before: null, after: [] },
      { ...part('category', category), field: 'name', before: 'Pizzas', after: 'Pizze' },
      { ...part('category', category), field: 'description', before: 'From a wood oven', after: null },
      { ...part('option_list', list), field: 'name', before: 'Toppings', after: 'On top' },
      { ...part('option_list', list, list.options[0]), field: 'name', before: 'Olives', after: 'Black olives' },
      { ...part('option_list', list, list.options[0]), field: 'price', before: '0.50 EUR', after: '0.60 EUR' },
      { ...part('deal', deal), field: 'name', before: 'Lunch', after: 'Menu of the day' },
      { ...part('deal', deal), field: 'enabled', before: true, after: false },
    );
    expect(body).toEqual({ changed: 14, conflicts: [] });
    const data = await assertConsistent(shop, id);
    expect(data.products[1]).toMatchObject({
      name: 'Cola “Zéro”',
      description: 'Cold\n"very"',
      image_ids: [image],
      skus: [{ name: 'Can', price: '3.20 EUR', restrictions: { enabled: false, variant_refs: [] } }],
    });
    expect(data.categories[1]).toMatchObject({ name: 'Pizze', description: null });
    expect(data.option_lists[0]).toMatchObject({
      name: 'On top',
      options: [{ name: 'Black olives', price: '0.60 EUR' }, {}],
    });
    expect(data.deals[0]).toMatchObject({
      name: 'Menu of the day',
      restrictions: { enabled: false, max_per_order: 2 },
    });
    await catalog.call(`PUT /catalogs/${id}`, { as: shop, body: aCatalog() });
    expect((await get(shop, id)).body).toEqual(created);
  });

  test('to what is there already makes no event', async () => {
    const { shop, owner, id, product } = await aMenu();
    const { headers } = await get(shop, id);
    const change = ofProduct([product.id], 'name', 'Whatever', 'Margherita');
    expect((await menus.change(owner, id, change)).body).toEqual({ changed: 0, conflicts: [] });
    expect((await get(shop, id)).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('is undone by the same upload again', async () => {
    const { shop, owner, id, created, product } = await aMenu();
    await menus.change(owner, id, ofProduct([product.id], 'name', 'Margherita', 'Marinara'));
    await catalog.call(`PUT /catalogs/${id}`, { as: shop, body: aCatalog() });
    expect((await get(shop, id)).body).toEqual(created);
  });

  test('of pictures attaches new ones, and detaches those that no part has any more', async () => {
    const { shop, owner, id, product, created } = await aMenu();
    const [one, two] = [await createImageId(catalog, shop, id), await createImageId(catalog, shop, id)];
    const other = created.data.products[1];
    const unattached = async () => {
      const { body } = await catalog.call(`GET /catalogs/${id}/images`, { as: shop });
      return body.filter(({ seconds_before_removal: left }: any) => left !== null).map(({ id: image }: any) => image);
    };
    await menus.change(owner, id, ofProduct([product.id], 'image_ids', [], [one, two]));
    await menus.change(owner, id, ofProduct([other.id], 'image_ids', [], [two]));
    expect(await unattached()).toEqual([]);
    await menus.change(owner, id, ofProduct([product.id], 'image_ids', [one, two], []));
    expect(await unattached()).toEqual([one]);
  });
});

describe('two people at once', () => {
  test('keep both changes of different fields', async () => {
    const { shop, owner, id, product, sku } = await aMenu();
    const [, second] = product.skus;
    const outcomes = await Promise.all([
      menus.change(owner, id, ofProduct([product.id], 'name', 'Margherita', 'Marinara')),
      menus.change(owner, id, ofProduct([product.id, sku.id], 'price', '9.00 EUR', '9.10 EUR')),
      menus.change(owner, id, ofProduct([product.id, second.id], 'price', '12.00 EUR', '12.10 EUR')),
      menus.change(owner, id, ofProduct([product.id, sku.id], 'enabled', true, false)),
    ]);
    expect(outcomes.map(({ body }) => body.changed)).toEqual([1, 1, 1, 1]);
    const [changed] = (await assertConsistent(shop, id)).products;
    expect(changed).toMatchObject({
      name: 'Marinara',
      skus: [{ price: '9.10 EUR', restrictions: { enabled: false } }, { price: '12.10 EUR' }],
    });
  });

  test('of one field, the second learns what it is now, and changes nothing', async () => {
    const { shop, owner, id, product, sku } = await aMenu();
    await menus.change(owner, id, ofProduct([product.id, sku.id], 'price', '9.00 EUR', '9.10 EUR'));
    const second = await menus.change(
      owner,
      id,
      ofProduct([product.id], 'name', 'Margherita', 'Marinara'),
      ofProduct([product.id, sku.id], 'price', '9.00 EUR', '9.20 EUR'),
    );
    expect(second.body).toEqual({ changed: 0, conflicts: [{ index: 1, current: '9.10 EUR', is_gone: false }] });
    expect((await get(shop, id)).body.data.products[0]).toMatchObject({
      name: 'Margherita',
      skus: [{ price: '9.10 EUR' }, {}],
    });
  });

  test('one of whom is an app that replaces the catalog, lose nothing', async () => {
    const { shop, owner, id, product } = await aMenu(aLongCatalog('Long', 300));
    const put = (price: string) => {
      const body = aLongCatalog('Long', 300) as any;
      body.data.products[299].skus[0].price = price;
      return catalog.call(`PUT /catalogs/${id}`, { as: shop, body });
    };
    const change = (after: string) => menus.change(owner, id, ofProduct([product.id], 'name', 'Long 0', after));
    const [upload, changed] = await Promise.all([put('7.00 EUR'), change('Changed')]);
    expect([upload.status, changed.status]).toEqual([200, 200]);
    const data = (await get(shop, id)).body.data;
    expect(data.products[299].skus[0].price).toBe('7.00 EUR');
    // The upload says what the name is: whichever was last decides.
    expect(['Long 0', 'Changed']).toContain(data.products[0].name);
  });

  test('thirty of them change thirty prices', async () => {
    const { shop, owner, id, created } = await aMenu(aLongCatalog('Busy', 30));
    const outcomes = await Promise.all(
      created.data.products.map((product: any) =>
        menus.change(owner, id, ofProduct([product.id, product.skus[0].id], 'price', '1.00 EUR', '2.00 EUR')),
      ),
    );
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]));
    const data = await assertConsistent(shop, id);
    expect(new Set(data.products.map((product: any) => product.skus[0].price))).toEqual(new Set(['2.00 EUR']));
    expect(await eventsOf(shop, 31)).toHaveLength(31);
  });
});

describe('is refused', () => {
  const fault = (message: string, index = 0) => ({
    status: 422,
    body: { errors: [{ field: `changes.${index}.after`, message: expect.stringContaining(message) }] },
  });

  test.each<[string, string, unknown, string]>([
    ['a price in another currency', 'price', '1.00 USD', 'must be in EUR'],
    ['a price that is none', 'price', 'nine', 'must be an amount'],
    ['no price', 'price', null, 'must be an amount'],
    ['the name of another sku', 'name', 'Large', 'is the name of another sku'],
    ['an unknown variant', 'variant_refs', ['garden'], 'is not the ref of a variant'],
    ['a text where yes or no is meant', 'enabled', 'yes', ''],
  ])('%s', async (_what, field, after, message) => {
    const { shop, owner, id, product, sku } = await aMenu();
    const before = { price: '9.00 EUR', name: 'Small', variant_refs: null, enabled: true }[field];
    const { headers } = await get(shop, id);
    expect(
      await menus.change(owner, id, ofProduct([product.id, sku.id], field as 'name', before, after)),
    ).toMatchObject(fault(message));
    expect((await get(shop, id)).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('an image of another catalog', async () => {
    const { owner, id, product } = await aMenu();
    const other = await aMenu();
    const image = await createImageId(catalog, other.shop, other.id);
    expect(await menus.change(owner, id, ofProduct([product.id], 'image_ids', [], [image]))).toMatchObject(
      fault('is not the id of an image of this catalog'),
    );
  });

  test('a second sku without a name', async () => {
    const { owner, id, product } = await aMenu();
    const changes = product.skus.map((sku: any) => ofProduct([product.id, sku.id], 'name', sku.name, null));
    const { status, body } = await menus.change(owner, id, ...changes);
    expect([status, body.errors.length]).toEqual([422, 2]);
  });

  test('a field that the part does not have', async () => {
    const { owner, id, product } = await aMenu();
    const { status, body } = await menus.change(owner, id, ofProduct([product.id], 'price', '1.00 EUR', '2.00 EUR'));
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'changes.0.field', message: 'cannot be price of a product' }],
    ]);
  });

  test('a part or a sku that is gone, as a conflict', async () => {
    const { owner, id, product } = await aMenu();
    const { body } = await menus.change(
      owner,
      id,
      ofProduct([newId()], 'name', 'A', 'B'),
      ofProduct([product.id, newId()], 'name', 'A', 'B'),
    );
    const isGone = { current: null, is_gone: true };
    expect(body).toEqual({
      changed: 0,
      conflicts: [
        { index: 0, ...isGone },
        { index: 1, ...isGone },
      ],
    });
  });

  test('the catalog of another account, of another location, and one that does not exist', async () => {
    const { id, product } = await aMenu();
    const other = await aMenu();
    const sibling = { ...other.shop, location_id: newId() };
    const change = ofProduct([product.id], 'name', 'Margherita', 'Stolen');
    const statuses = [
      await menus.change(other.owner, id, change),
      await menus.change(ownerOf(sibling), other.id, ofProduct([other.product.id], 'name', 'Margherita', 'Stolen')),
      await menus.change(other.owner, newId(), change),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
  });

  test('from the kitchen, and from a manager if all locations share the menu', async () => {
    const { shop, id, product } = await aMenu();
    const chain = { ...shop, location_id: null, location: null, scope: 'account[all_catalogs.write]' };
    const shared = (await createCatalog(catalog, chain, aCatalog({ name: 'Chain' }))).body;
    const change = (role: Role, menu: string, part: string) =>
      menus.change(aUserAt(shop, role), menu, ofProduct([part], 'name', 'Margherita', 'By a member'));
    const [part] = shared.data.products;
    const answers = [
      await change('kitchen', id, product.id),
      await change('kitchen', shared.id, part.id),
      await change('manager', shared.id, part.id),
      await change('manager', id, product.id),
      await change('owner', shared.id, part.id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 200]);
    expect((await menus.browse(aUserAt(shop, 'manager'), shared.id)).body.menu.may_change).toBe(false);
    expect((await menus.browse(aUserAt(shop, 'kitchen'), id)).body.menu.may_change).toBe(false);
    expect((await menus.rows(aUserAt(shop, 'kitchen'), id)).status).toBe(403);
  });

  test.each<[string, object, number]>([
    [
      'more changes than allowed',
      { changes: Array.from({ length: 5_001 }, () => ofProduct(['a'], 'name', 'a', 'b')) },
      422,
    ],
    ['a text that is too long', { changes: [ofProduct(['a'], 'name', 'a', 'x'.repeat(10_001))] }, 422],
    ['an unknown kind', { changes: [{ ...ofProduct(['a'], 'name', 'a', 'b'), kind: 'charge' }] }, 422],
    ['no list', { changes: 'all' }, 422],
    ['a body over its limit', { changes: [ofProduct(['a'], 'name', 'a', 'x'.repeat(4_200_000))] }, 413],
  ])('%s', async (_what, body, status) => {
    const { owner, id } = await aMenu();
    const answer = await catalog.call(`POST /internal/menus/${id}/change`, { user: owner, body });
    expect(answer.status).toBe(status);
  });
});

test('custom fields that hold a copy of a part make its change fail, and no other', async () => {
  const { shop, owner, id, created } = await aMenu();
  const [first, second] = created.data.products;
  const body = structuredClone(aCatalog()) as any;
  body.data.products[0].skus[0].custom_fields = { copy: second, id: first.id };
  await catalog.call(`PUT /catalogs/${id}`, { as: shop, body });
  const refused = await menus.change(owner, id, ofProduct([second.id], 'name', 'Cola', 'Cola Zero'));
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('copy of this part')]);
  const change = ofProduct([first.id], 'name', 'Margherita', 'Marinara');
  expect((await menus.change(owner, id, change)).body.changed).toBe(1);
  await assertConsistent(shop, id);
});

test('1,500 prices at once are one version and one event', async () => {
  const { shop, owner, id, created } = await aMenu(aLongCatalog('Long', 1_500));
  const changes = created.data.products.map((product: any) =>
    ofProduct([product.id, product.skus[0].id], 'price', '1.00 EUR', '2.00 EUR'),
  );
  expect((await menus.change(owner, id, ...changes)).body).toEqual({ changed: 1_500, conflicts: [] });
  const data = await assertConsistent(shop, id);
  expect(new Set(data.products.map((product: any) => product.skus[0].price))).toEqual(new Set(['2.00 EUR']));
  expect(await eventsOf(shop, 2)).toHaveLength(2);
});

test('changes in parts of more than 16 million characters together are refused', async () => {
  const body = aLongCatalog('Long', 20) as any;
  const tags = Array.from({ length: 900 }, () => 'x'.repeat(990));
  for (const product of body.data.products) product.tags = tags;
  const { owner, id, created } = await aMenu(body);
  const changes = created.data.products.map((product: any) => ofProduct([product.id], 'name', product.name, 'Changed'));
  const refused = await menus.change(owner, id, ...changes);
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('make fewer at once')]);
  expect((await menus.change(owner, id, ...changes.slice(0, 10))).body.changed).toBe(10);
});
