import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { Role } from '@order-hub/shared/roles';
import { aCaller, aUserAt, eventually, type TestCaller } from '@order-hub/testing/call';
import { aCatalog, aLongCatalog, createCatalog, createImageId } from './builders.ts';
import { ofDeal, ofList, ofProduct, openMenus, ownerOf } from './menus.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
let menus: ReturnType<typeof openMenus>;
beforeAll(async () => {
  catalog = await startTestCatalog();
  menus = openMenus(catalog);
});
afterAll(() => catalog.close());

/** Single fields of a menu are changed in the back office (docs/decisions/0086-one-field-of-a-menu.md). */
describe('changes of a menu', () => {
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
        [{ field: 'changes.0.field', message: 'cannot be price of a product', code: 'inconsistent' }],
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
    const changes = created.data.products.map((product: any) =>
      ofProduct([product.id], 'name', product.name, 'Changed'),
    );
    const refused = await menus.change(owner, id, ...changes);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('make fewer at once')]);
    expect((await menus.change(owner, id, ...changes.slice(0, 10))).body.changed).toBe(10);
  });
});

/** Single fields of option lists, options, deals and other prices (docs/decisions/0086-one-field-of-a-menu.md). */
describe('changes of the parts of a menu', () => {
  const get = (as: TestCaller, id: string) => catalog.call(`GET /catalogs/${id}`, { as });

  /** A location with a catalog, its option list and its deal, whose lines have ids. */
  async function aMenu(body: unknown = aCatalog()) {
    const shop = aCaller();
    const { id, data } = (await createCatalog(catalog, shop, body)).body;
    const owner = ownerOf(shop);
    const [list, deal] = [data.option_lists[0], data.deals[0]];
    const { lines } = (await menus.deal(owner, id, deal.id)).body.deal;
    return { shop, owner, id: id as string, data, list, deal, lines };
  }

  const lunch = { price: '8.00 EUR', dow: '12345--', start_time: '11:00', end_time: '14:30' };

  async function assertConsistent(shop: TestCaller, id: string) {
    const { data } = (await get(shop, id)).body;
    for (const kind of ['products', 'option_lists', 'deals'])
      expect((await catalog.call(`GET /catalogs/${id}/${kind}`, { as: shop })).body).toEqual(data[kind]);
    return data;
  }

  describe('a change', () => {
    test('of each field changes it alone', async () => {
      const { shop, owner, id, data, list, deal, lines } = await aMenu();
      const [olives] = list.options;
      const [pizza, drink] = lines;
      const [product] = data.products;
      const { body } = await menus.change(
        owner,
        id,
        ofList([list.id], 'min_selections', 0, 1),
        ofList([list.id], 'max_selections', 2, null),
        ofList([list.id, olives.id], 'default', true, false),
        ofList([list.id, olives.id], 'price_overrides', [], [lunch]),
        ofList([list.id, olives.id], 'variant_refs', null, ['terrace']),
        ofList([list.id, olives.id], 'enabled', true, false),
        ofDeal([deal.id, pizza.id], 'label', 'Pizza', null),
        ofDeal([deal.id, pizza.id], 'pricing_effect', 'fixed_price', 'percentage_off'),
        ofDeal([deal.id, pizza.id], 'pricing_value', '8.00 EUR', '10'),
        ofDeal([deal.id, `${drink.id}.${drink.skus[0].id}`], 'extra_charge', '0.50 EUR', '0.70 EUR'),
        ofProduct(
          [product.id, product.skus[1].id],
          'price_overrides',
          [],
          [{ price: '11.00 EUR', variant_refs: ['terrace'] }],
        ),
      );
      expect(body).toEqual({ changed: 11, conflicts: [] });
      const expected = structuredClone(data);
      Object.assign(expected.option_lists[0], { min_selections: 1, max_selections: null });
      Object.assign(expected.option_lists[0].options[0], {
        default: false,
        price_overrides: [lunch],
        restrictions: { enabled: false, variant_refs: ['terrace'] },
      });
      Object.assign(expected.deals[0].lines[0], { label: null, pricing_effect: 'percentage_off', pricing_value: '10' });
      expected.deals[0].lines[1].skus[0].extra_charge = '0.70 EUR';
      expected.products[0].skus[1].price_overrides = [{ price: '11.00 EUR', variant_refs: ['terrace'] }];
      expect(await assertConsistent(shop, id)).toEqual(expected);
    });

    test('is the same as an upload of the whole catalog with it', async () => {
      const { shop, owner, id, list, deal, lines } = await aMenu();
      await menus.change(owner, id, ofList([list.id], 'max_selections', 2, 1));
      await menus.change(owner, id, ofList([list.id, list.options[1].id], 'price_overrides', [], [lunch]));
      await menus.change(owner, id, ofDeal([deal.id, lines[0].id], 'pricing_value', '8.00 EUR', '7.50 EUR'));
      const body = aCatalog() as any;
      body.data.option_lists[0].max_selections = 1;
      body.data.option_lists[0].options[1].price_overrides = [lunch];
      body.data.deals[0].lines[0].pricing_value = '7.50 EUR';
      const { headers } = await get(shop, id);
      const put = await catalog.call(`PUT /catalogs/${id}`, { as: shop, body });
      expect([put.status, put.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    });

    test('of the numbers of a list ends its deprecated type, which would say something else', async () => {
      const body = aCatalog() as any;
      body.data.option_lists[0].type = 'single';
      const { shop, owner, id, list } = await aMenu(body);
      expect(list).toMatchObject({ type: 'single', max_selections: 1 });
      await menus.change(owner, id, ofList([list.id], 'max_selections', 1, 3));
      expect((await get(shop, id)).body.data.option_lists[0]).toMatchObject({ type: null, max_selections: 3 });
    });

    test('makes one event and one entry of the audit, whatever was saved together', async () => {
      const { shop, owner, id, list } = await aMenu();
      const [olives, basil] = list.options;
      await menus.change(
        owner,
        id,
        ofList([list.id, olives.id], 'price', '0.50 EUR', '0.60 EUR'),
        ofList([list.id, basil.id], 'price', '0.00 EUR', '0.20 EUR'),
      );
      await menus.change(owner, id, ofList([list.id, olives.id], 'price', '0.60 EUR', '0.60 EUR'));
      await menus.change(owner, id, ofList([list.id, olives.id], 'price', '0.50 EUR', '0.70 EUR'));
      const audited = await eventually(() => {
        const bodies = catalog.bodiesOf('audit', shop.account?.id);
        return bodies.length > 0 && catalog.bodiesOf('change', shop.location_id ?? '').length > 1 && bodies;
      });
      expect(audited).toMatchObject([
        {
          action: 'catalog.update',
          account_id: shop.account?.id,
          subject_id: id,
          actor_id: owner.user?.id,
          actor_name: owner.user?.email,
          details: {
            name: 'Menu',
            location_id: shop.location_id,
            count: 2,
            changes: [
              {
                kind: 'option_list',
                field: 'price',
                part: ['Toppings', 'Olives'],
                before: '0.50 EUR',
                after: '0.60 EUR',
              },
              {
                kind: 'option_list',
                field: 'price',
                part: ['Toppings', 'Basil'],
                before: '0.00 EUR',
                after: '0.20 EUR',
              },
            ],
          },
        },
      ]);
      expect(catalog.bodiesOf('change', shop.location_id ?? '')).toHaveLength(2);
    });
  });

  describe('two people at once', () => {
    test('keep both changes of different options, and of different lines', async () => {
      const { shop, owner, id, list, deal, lines } = await aMenu();
      const [olives, basil] = list.options;
      const outcomes = await Promise.all([
        menus.change(owner, id, ofList([list.id, olives.id], 'price', '0.50 EUR', '0.60 EUR')),
        menus.change(owner, id, ofList([list.id, basil.id], 'price', '0.00 EUR', '0.10 EUR')),
        menus.change(owner, id, ofDeal([deal.id, lines[0].id], 'label', 'Pizza', 'Any pizza')),
        menus.change(owner, id, ofDeal([deal.id, lines[1].id], 'pricing_value', '50', '40')),
      ]);
      expect(outcomes.map(({ body }) => body.changed)).toEqual([1, 1, 1, 1]);
      const data = await assertConsistent(shop, id);
      expect(data.option_lists[0].options).toMatchObject([{ price: '0.60 EUR' }, { price: '0.10 EUR' }]);
      expect(data.deals[0].lines).toMatchObject([{ label: 'Any pizza' }, { pricing_value: '40' }]);
    });

    test('of one field, the second learns what it is now, and changes nothing', async () => {
      const { shop, owner, id, data, list, deal, lines } = await aMenu();
      const [olives] = list.options;
      const [, large] = data.products[0].skus;
      const first = [
        ofList([list.id, olives.id], 'price', '0.50 EUR', '0.60 EUR'),
        ofList([list.id], 'max_selections', 2, 1),
        ofDeal([deal.id, lines[0].id], 'pricing_value', '8.00 EUR', '7.00 EUR'),
        ofProduct([data.products[0].id, large.id], 'price_overrides', [], [lunch]),
      ];
      await menus.change(owner, id, ...first);
      const stored = await assertConsistent(shop, id);
      const second = await menus.change(
        owner,
        id,
        ofList([list.id, olives.id], 'price', '0.50 EUR', '0.70 EUR'),
        ofList([list.id], 'max_selections', 2, null),
        ofDeal([deal.id, lines[0].id], 'pricing_value', '8.00 EUR', '6.00 EUR'),
        ofProduct([data.products[0].id, large.id], 'price_overrides', [], [{ ...lunch, price: '1.00 EUR' }]),
        ofDeal([deal.id], 'name', 'Lunch', 'Midday'),
      );
      expect(second.body).toEqual({
        changed: 0,
        conflicts: [
          { index: 0, current: '0.60 EUR', is_gone: false },
          { index: 1, current: 1, is_gone: false },
          { index: 2, current: '7.00 EUR', is_gone: false },
          { index: 3, current: [lunch], is_gone: false },
        ],
      });
      expect(await assertConsistent(shop, id)).toEqual(stored);
    });

    test('one of whom is an app that moves the lines, change the line that was meant', async () => {
      const { shop, owner, id, deal, lines } = await aMenu();
      const body = aCatalog() as any;
      body.data.deals[0].lines.reverse();
      await catalog.call(`PUT /catalogs/${id}`, { as: shop, body });
      await menus.change(owner, id, ofDeal([deal.id, lines[0].id], 'pricing_value', '8.00 EUR', '7.00 EUR'));
      expect((await assertConsistent(shop, id)).deals[0].lines).toMatchObject([
        { pricing_value: '50' },
        { pricing_value: '7.00 EUR' },
      ]);
    });

    test('tell lines with the same skus apart', async () => {
      const body = aCatalog() as any;
      const [line] = body.data.deals[0].lines;
      body.data.deals[0].lines = [line, { ...line, label: 'Second', pricing_value: '4.00 EUR' }];
      const { shop, owner, id, deal, lines } = await aMenu(body);
      expect(new Set(lines.map((one: any) => one.id)).size).toBe(2);
      await menus.change(owner, id, ofDeal([deal.id, lines[1].id], 'pricing_value', '4.00 EUR', '3.00 EUR'));
      expect((await get(shop, id)).body.data.deals[0].lines).toMatchObject([
        { pricing_value: '8.00 EUR' },
        { pricing_value: '3.00 EUR' },
      ]);
    });
  });

  describe('is refused', () => {
    type Menu = Awaited<ReturnType<typeof aMenu>>;
    const ofOlives = (menu: Menu, ...rest: [field: any, before: unknown, after: unknown]) =>
      ofList([menu.list.id, menu.list.options[0].id], ...rest);
    const ofPizza = ({ deal, lines }: Menu, ...rest: [field: any, before: unknown, after: unknown]) =>
      ofDeal([deal.id, lines[0].id], ...rest);
    const ofDrink = ({ deal, lines }: Menu, ...rest: [field: any, before: unknown, after: unknown]) =>
      ofDeal([deal.id, `${lines[1].id}.${lines[1].skus[0].id}`], ...rest);

    test.each<[string, (menu: Menu) => object, string]>([
      [
        'fewer at most than at least',
        ({ list }) => ofList([list.id], 'min_selections', 0, 3),
        'choose fewer than they must',
      ],
      ['a negative number', ({ list }) => ofList([list.id], 'min_selections', 0, -1), 'must be at least 0'],
      ['no number of least choices', ({ list }) => ofList([list.id], 'min_selections', 0, null), 'must be'],
      [
        'fewer at most than chosen at first',
        ({ list }) => ofList([list.id], 'max_selections', 2, 0),
        'chosen at first',
      ],
      ['a text in place of a number', ({ list }) => ofList([list.id], 'max_selections', 2, 'two'), 'must be'],
      ['a text in place of yes or no', (menu) => ofOlives(menu, 'default', true, 'no'), 'must be'],
      ['an option without a name', (menu) => ofOlives(menu, 'name', 'Olives', null), 'must be a text'],
      ['an option in another currency', (menu) => ofOlives(menu, 'price', '0.50 EUR', '0.50 USD'), 'must be in EUR'],
      ['an option for an unknown variant', (menu) => ofOlives(menu, 'variant_refs', null, ['x']), 'ref of a variant'],
      [
        'another price without a condition',
        (menu) => ofOlives(menu, 'price_overrides', [], [{ price: '1.00 EUR' }]),
        'must have at least one condition',
      ],
      [
        'another price at no time',
        (menu) => ofOlives(menu, 'price_overrides', [], [{ price: '1.00 EUR', start_time: '25:00' }]),
        'must be a time of day',
      ],
      [
        'another price in another currency',
        (menu) => ofOlives(menu, 'price_overrides', [], [{ ...lunch, price: '1.00 USD' }]),
        'must be in EUR',
      ],
      [
        'another price for an unknown variant',
        (menu) => ofOlives(menu, 'price_overrides', [], [{ ...lunch, variant_refs: ['x'] }]),
        'ref of a variant',
      ],
      ['an unknown effect', (menu) => ofPizza(menu, 'pricing_effect', 'fixed_price', 'half'), 'must be one of'],
      [
        'an effect without its value',
        (menu) => ofPizza(menu, 'pricing_effect', 'fixed_price', 'unchanged'),
        'must be null',
      ],
      ['a value of another effect', (menu) => ofPizza(menu, 'pricing_value', '8.00 EUR', '10'), 'must be an amount'],
      [
        'a value in another currency',
        (menu) => ofPizza(menu, 'pricing_value', '8.00 EUR', '8.00 USD'),
        'must be in EUR',
      ],
      [
        'an extra charge that is none',
        (menu) => ofDrink(menu, 'extra_charge', '0.50 EUR', 'much'),
        'must be an amount',
      ],
      ['an extra charge elsewhere', (menu) => ofDrink(menu, 'extra_charge', '0.50 EUR', '1.00 USD'), 'must be in EUR'],
    ])('%s', async (_what, changeOf, message) => {
      const menu = await aMenu();
      const { headers } = await get(menu.shop, menu.id);
      expect(await menus.change(menu.owner, menu.id, changeOf(menu))).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'changes.0.after', message: expect.stringContaining(message) }] },
      });
      expect((await get(menu.shop, menu.id)).headers.get('etag')).toBe(headers.get('etag'));
      await catalog.untilSent();
      expect(catalog.bodiesOf('audit', menu.shop.account?.id)).toEqual([]);
    });

    test('a field that the part does not have', async () => {
      const { owner, id, list, deal, lines } = await aMenu();
      const { status, body } = await menus.change(
        owner,
        id,
        ofList([list.id], 'price', '1.00 EUR', '2.00 EUR'),
        ofDeal([deal.id], 'label', null, 'Lunch'),
        ofDeal([deal.id, lines[0].id], 'extra_charge', null, '1.00 EUR'),
        ofProduct([list.id, list.id], 'default', true, false),
      );
      expect([status, body.errors.map(({ field }: any) => field)]).toEqual([
        422,
        ['changes.0.field', 'changes.1.field', 'changes.2.field'],
      ]);
    });

    test('what is gone, as a conflict', async () => {
      const { owner, id, list, deal, lines } = await aMenu();
      const { body } = await menus.change(
        owner,
        id,
        ofList([newId()], 'name', 'A', 'B'),
        ofList([list.id, newId()], 'name', 'A', 'B'),
        ofDeal([deal.id, 'no-line'], 'label', 'A', 'B'),
        ofDeal([deal.id, `${lines[0].id}.${newId()}`], 'extra_charge', null, '1.00 EUR'),
        ofDeal([deal.id, `${lines[0].id}.a.b`], 'extra_charge', null, '1.00 EUR'),
      );
      expect(body.conflicts.map(({ is_gone }: any) => is_gone)).toEqual([true, true, true, true, true]);
      expect(body.changed).toBe(0);
    });

    test('of another account, of another location, and without the role', async () => {
      const { shop, owner, id, list } = await aMenu();
      const other = await aMenu();
      const change = ofList([list.id], 'name', 'Toppings', 'Stolen');
      const sibling = ownerOf({ ...shop, location_id: newId() });
      const chain = { ...shop, location_id: null, location: null, scope: 'account[all_catalogs.write]' };
      const shared = (await createCatalog(catalog, chain, aCatalog({ name: 'Chain' }))).body;
      const ofShared = ofList([shared.data.option_lists[0].id], 'name', 'Toppings', 'Extras');
      const answers = [
        await menus.change(other.owner, id, change),
        await menus.change(sibling, id, change),
        await menus.change(aUserAt(shop, 'kitchen'), id, change),
        await menus.change(aUserAt(shop, 'manager'), shared.id, ofShared),
        await menus.change(aUserAt(shop, 'manager'), id, change),
        await menus.change(owner, shared.id, ofShared),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 403, 403, 200, 200]);
    });
  });

  test('the entry of very many changes tells the first of them, and how many there are', async () => {
    const body = aCatalog() as any;
    body.data.option_lists[0].max_selections = null;
    body.data.option_lists[0].options = Array.from({ length: 900 }, (_, at) => ({
      ref: `o${at}`,
      name: `Option ${at} ${'é'.repeat(400)}`,
      price: '1.00 EUR',
    }));
    const { shop, owner, id, list } = await aMenu(body);
    const changes = list.options.map((option: any) => ofList([list.id, option.id], 'price', '1.00 EUR', '2.00 EUR'));
    expect((await menus.change(owner, id, ...changes)).body.changed).toBe(900);
    const [audited] = await eventually(() => {
      const bodies = catalog.bodiesOf('audit', shop.account?.id);
      return bodies.length > 0 && bodies;
    });
    const { details } = audited as any;
    expect([details.count, details.changes.length > 2]).toEqual([900, true]);
    expect(Buffer.byteLength(JSON.stringify(details))).toBeLessThan(4_096);
  });
});
