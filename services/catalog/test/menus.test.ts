import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { openMenuIndexes } from '../src/menus/search/open-menu-indexes.ts';
import { aCatalog, aLongCatalog, createCatalog } from './builders.ts';
import { ofProduct, openMenus, ownerOf } from './menus.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

/** A Wednesday at noon in Paris. */
let now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
let menus: ReturnType<typeof openMenus>;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
  menus = openMenus(catalog);
});
afterAll(() => catalog.close());

/** The menu of a location, as its owner looks at it in the back office. */
describe('menus', () => {
  async function aMenu(body: unknown = aCatalog()) {
    const shop = aCaller();
    const created = (await createCatalog(catalog, shop, body)).body;
    return { shop, owner: ownerOf(shop), id: created.id as string, data: created.data };
  }

  const namesOf = ({ products }: { products: { name: string }[] }) => products.map(({ name }) => name);

  const chainOf = (shop: TestCaller) => ({
    ...{ ...shop, location_id: null, location: null },
    scope: 'account[all_catalogs.write]',
  });

  describe('the menus of a location', () => {
    test('are its own and those of its account', async () => {
      const { shop, owner, id } = await aMenu();
      const shared = (await createCatalog(catalog, chainOf(shop), aCatalog({ name: 'Chain' }))).body.id;
      const sibling = { ...shop, location_id: newId() };
      await createCatalog(catalog, sibling, aCatalog({ name: 'Sibling' }));
      expect((await menus.list(owner)).body).toEqual({
        menus: [
          { id, name: 'Menu', is_shared: false, may_change: true },
          { id: shared, name: 'Chain', is_shared: true, may_change: true },
        ],
      });
      expect((await menus.browse(owner, shared)).body.menu).toMatchObject({ is_shared: true });
    });

    test('are those of no other account, nor without a location', async () => {
      const { id, data } = await aMenu();
      const { owner } = await aMenu();
      const nowhere = { ...owner, place: null };
      const [product] = data.products;
      for (const user of [owner, nowhere])
        for (const answer of [
          await menus.browse(user, id),
          await menus.product(user, id, product.id),
          await menus.rows(user, id),
        ])
          expect(answer.status).toBe(404);
      expect((await menus.list(nowhere)).status).toBe(404);
      expect((await menus.product(owner, id, product.id)).status).toBe(404);
    });
  });

  describe('a page of a menu', () => {
    test('has products as guests see them now, with their stock', async () => {
      const { shop, owner, id, data } = await aMenu();
      const [margherita] = data.products;
      const path = `/catalogs/${id}/locations/${shop.location_id}/inventory`;
      const until = '2026-07-02T06:00:00+02:00';
      await catalog.call(`PATCH ${path}`, {
        as: shop,
        body: [
          { sku_ref: 'margherita-s', stock: '0', expires_at: until },
          { sku_ref: 'cola-33', stock: '12' },
        ],
      });
      const { body } = await menus.browse(owner, id);
      expect(body.categories.map(({ name, products }: any) => [name, products])).toEqual([
        ['Food', 0],
        ['Pizzas', 1],
        ['Drinks', 1],
      ]);
      expect([body.found, body.found_here]).toEqual([2, 2]);
      expect(body.products[0]).toEqual({
        ...{ id: margherita.id, ref: 'margherita', category_id: margherita.category_id, name: 'Margherita' },
        ...{ description: null, image_ids: [], more_skus: 0 },
        skus: [
          {
            ...{ id: margherita.skus[0].id, ref: 'margherita-s', name: 'Small', price: '9.00 EUR' },
            ...{ price_now: '7.50 EUR', unavailable: null, is_enabled: true, variant_refs: null },
            ...{ stock: '0', sold_out_until: until, price_overrides: [], option_list_ids: [] },
          },
          expect.objectContaining({ name: 'Large', variant_refs: ['terrace'], stock: null, unavailable: null }),
        ],
      });
      expect(body.products[1].skus[0]).toMatchObject({ stock: '12', sold_out_until: null });
      const evening = now;
      now = new Date('2026-07-01T18:00:00Z');
      expect((await menus.browse(owner, id)).body.products[0].skus[0].price_now).toBe('9.00 EUR');
      now = evening;
    });

    test('says which condition is not met', async () => {
      const body = aCatalog() as any;
      body.data.products[1].skus[0].restrictions = { start_time: '18:00', end_time: '24:00' };
      const { owner, id } = await aMenu(body);
      const [, cola] = (await menus.browse(owner, id)).body.products;
      expect(cola.skus[0].unavailable).toBe('start_time');
    });

    test('is found by words in any order, whatever their accents and capitals', async () => {
      const body = aLongCatalog('Long', 3) as any;
      body.data.products[0].name = 'Crème brûlée maison';
      body.data.products[0].description = 'With Bourbon vanilla';
      body.data.products[1].skus[0].ref = 'ABC-42';
      body.data.products[2].name = 'GROSSMUTTER Łódź νίκος';
      const { owner, id } = await aMenu(body);
      const found = async (search: string) => namesOf((await menus.browse(owner, id, { search })).body);
      expect(await found('creme')).toEqual(['Crème brûlée maison']);
      expect(await found('MAISON Brulee')).toEqual(['Crème brûlée maison']);
      expect(await found('vanilla')).toEqual(['Crème brûlée maison']);
      expect(await found('abc 42')).toEqual(['Long 1']);
      expect(await found('ABC–٤٢')).toEqual(['Long 1']);
      expect(await found('großmütter')).toEqual(['GROSSMUTTER Łódź νίκος']);
      expect(await found('lodz ΝΙΚΟΣ')).toEqual(['GROSSMUTTER Łódź νίκος']);
      expect(await found('creme chocolat')).toEqual([]);
      expect(await found('   ')).toHaveLength(3);
      expect(await found('\u0301')).toEqual([]);
      expect(await found('%')).toEqual([]);
    });

    test('is one of a category, and goes on', async () => {
      const body = aLongCatalog('Long', 120) as any;
      body.data.categories.push({ ref: 'other', name: 'Other' });
      body.data.products[60].category_ref = 'other';
      const { owner, id, data } = await aMenu(body);
      const [all, other] = data.categories;
      const last = await menus.browse(owner, id, { category_id: all.id, skip: '100' });
      expect([last.body.found, last.body.found_here, last.body.products.length]).toEqual([120, 119, 19]);
      expect(namesOf((await menus.browse(owner, id, { category_id: other.id })).body)).toEqual(['Long 60']);
      expect((await menus.browse(owner, id)).body.products).toHaveLength(50);
      expect((await menus.browse(owner, id, { skip: '5000' })).body.products).toEqual([]);
      expect((await menus.browse(owner, id, { category_id: newId() })).body.products).toEqual([]);
    });

    test('shows a change at once', async () => {
      const { owner, id, data } = await aMenu();
      const [product] = data.products;
      expect(namesOf((await menus.browse(owner, id, { search: 'marinara' })).body)).toEqual([]);
      await menus.change(owner, id, ofProduct([product.id], 'name', 'Margherita', 'Marinara'));
      expect(namesOf((await menus.browse(owner, id, { search: 'marinara' })).body)).toEqual(['Marinara']);
    });

    test('of a product that is very large names it without its skus', async () => {
      const body = aLongCatalog('Long', 2) as any;
      const sku = (index: number) => ({
        ref: `x${index}`,
        name: `Size ${index}`,
        price: '1.00 EUR',
        tags: ['x'.repeat(90)],
      });
      body.data.products[0].skus = Array.from({ length: 400 }, (_, index) => sku(index));
      body.data.products[1].skus = Array.from({ length: 20 }, (_, index) => sku(1_000 + index));
      const { owner, id, data } = await aMenu(body);
      const { products } = (await menus.browse(owner, id)).body;
      expect(products.map(({ name, skus, more_skus }: any) => [name, skus.length, more_skus])).toEqual([
        ['Long 0', 0, 400],
        ['Long 1', 12, 8],
      ]);
      const { product } = (await menus.product(owner, id, data.products[0].id)).body;
      expect([product.skus.length, product.more_skus]).toEqual([60, 340]);
    });

    test.each<[string, Record<string, string>]>([
      ['a search that is too long', { search: 'x'.repeat(256) }],
      ['a negative place', { skip: '-1' }],
      ['a place that is no number', { skip: 'one' }],
    ])('refuses %s', async (_what, query) => {
      const { owner, id } = await aMenu();
      expect((await menus.browse(owner, id, query)).status).toBe(400);
    });

    test('of an empty menu is empty', async () => {
      const { owner, id } = await aMenu({ name: 'Empty' });
      expect((await menus.browse(owner, id)).body).toMatchObject({ categories: [], products: [], found: 0 });
      expect((await menus.rows(owner, id)).body).toMatchObject({ rows: [], next: null });
    });
  });

  test('a product has its category, its skus and the variants of the menu', async () => {
    const { owner, id, data } = await aMenu();
    const { body } = await menus.product(owner, id, data.products[0].id);
    expect(body).toMatchObject({
      menu: { id, name: 'Menu' },
      category_name: 'Pizzas',
      product: { name: 'Margherita', skus: [{ name: 'Small' }, { name: 'Large' }] },
      variants: [{ ref: 'terrace', name: 'On the terrace' }],
    });
  });

  test('the rows of a menu are read in pages, in their order', async () => {
    const { owner, id } = await aMenu(aLongCatalog('Long', 1_200));
    const first = (await menus.rows(owner, id)).body;
    const second = (await menus.rows(owner, id, first.next)).body;
    const third = (await menus.rows(owner, id, second.next)).body;
    const rows = [first, second, third].flatMap((page) => page.rows);
    expect([first.version, first.next, second.next, third.next]).toEqual([1, 500, 1_000, null]);
    expect(rows.map(({ product }) => product.ref)).toEqual(Array.from({ length: 1_200 }, (_, index) => `p${index}`));
    expect(rows[0]).toMatchObject({
      product: { name: 'Long 0', description: null },
      skus: [{ ref: 's0', name: null, price: '1.00 EUR' }],
    });
  });

  describe('indexes', () => {
    const catalogOf = async (count: number, shop = aCaller()) => {
      const { id } = (await createCatalog(catalog, shop, aLongCatalog(newId(), count))).body;
      return { account_id: shop.account?.id ?? '', id: id as string, version: 1 };
    };

    test('are read once for many who look at the same time', async () => {
      const of = await catalogOf(20);
      const indexes = openMenuIndexes();
      const all = await Promise.all(Array.from({ length: 50 }, () => indexes.of(catalog.db, of)));
      expect(new Set(all).size).toBe(1);
      expect(await indexes.of(catalog.db, of)).toBe(all[0]);
    });

    test('take no more memory than they may, in all and per account', async () => {
      const shop = aCaller();
      const indexes = openMenuIndexes({ bytesMax: 60_000, bytesPerAccountMax: 40_000 });
      const own = [await catalogOf(100, shop), await catalogOf(100, shop), await catalogOf(100, shop)];
      for (const of of own) await indexes.of(catalog.db, of);
      expect(indexes.bytesOf(shop.account?.id ?? '')).toBeLessThanOrEqual(40_000);
      expect(indexes.bytesOf(shop.account?.id ?? '')).toBeGreaterThan(10_000);
      const others = [await catalogOf(100), await catalogOf(100), await catalogOf(100)];
      for (const of of others) await indexes.of(catalog.db, of);
      const sum = [...own, ...others].map(({ account_id }) => indexes.bytesOf(account_id));
      const accounts = new Set([...own, ...others].map(({ account_id }) => account_id));
      const inAll = [...accounts].reduce((total, account) => total + indexes.bytesOf(account), 0);
      expect([inAll <= 60_000, sum[0]]).toEqual([true, 0]);
    });

    test('of another version take the place of those before', async () => {
      const of = await catalogOf(100);
      const indexes = openMenuIndexes();
      await indexes.of(catalog.db, of);
      const bytes = indexes.bytesOf(of.account_id);
      await indexes.of(catalog.db, { ...of, version: 2 });
      expect(indexes.bytesOf(of.account_id)).toBe(bytes);
    });

    test('of the version before are kept after a change, for which only the changed products are read', async () => {
      const of = await catalogOf(30);
      const indexes = openMenuIndexes();
      const before = await indexes.of(catalog.db, of);
      const [first] = before.products;
      await catalog.db.query(
        `update catalog_parts set document = replace(document, '"name":"', '"name":"Changed ')
       where account_id = $1 and catalog_id = $2 and id = $3`,
        [of.account_id, of.id, first?.id],
      );
      await indexes.carry(catalog.db, { ...of, version: 2 }, [first?.id ?? '']);
      const after = await indexes.of(catalog.db, { ...of, version: 2 });
      expect(after.products[0]?.text).toMatch(/^changed /);
      expect(after.products.slice(1).every((product, index) => product === before.products[index + 1])).toBe(true);
      await indexes.carry(catalog.db, { ...of, version: 9 }, [first?.id ?? '']);
      expect((await indexes.of(catalog.db, { ...of, version: 9 })).products[1]).not.toBe(before.products[1]);
    });
  });
});

/** Option lists, deals and categories of a menu, as pages of the back office show them. */
describe('the parts of a menu', () => {
  async function aMenu(body: unknown = aCatalog()) {
    const shop = aCaller();
    const { id, data } = (await createCatalog(catalog, shop, body)).body;
    return { shop, owner: ownerOf(shop), id: id as string, data };
  }

  describe('the parts of a kind', () => {
    test('are listed with what is in them', async () => {
      const body = aCatalog() as any;
      body.data.deals[0].restrictions = { enabled: false };
      const { owner, id, data } = await aMenu(body);
      expect((await menus.parts(owner, id, 'option_list')).body).toMatchObject({
        menu: { id, may_change: true },
        parts: [{ id: data.option_lists[0].id, name: 'Toppings', members: 2, is_enabled: true }],
        count: 1,
      });
      expect((await menus.parts(owner, id, 'deal')).body.parts).toEqual([
        { id: data.deals[0].id, name: 'Lunch', members: 2, is_enabled: false },
      ]);
      const { parts, count } = (await menus.parts(owner, id, 'category')).body;
      expect([parts.map(({ name, members }: any) => [name, members]), count]).toEqual([
        [
          ['Food', null],
          ['Pizzas', null],
          ['Drinks', null],
        ],
        3,
      ]);
    });

    test('are read in pages', async () => {
      const body = aCatalog() as any;
      const [toppings] = body.data.option_lists;
      body.data.option_lists = Array.from({ length: 120 }, (_, at) => ({
        ...toppings,
        ref: at === 0 ? 'toppings' : `list${at}`,
        name: `List ${at}`,
      }));
      const { owner, id } = await aMenu(body);
      const pages = [0, 50, 100, 150].map((skip) => menus.parts(owner, id, 'option_list', skip));
      const bodies = (await Promise.all(pages)).map((answer) => answer.body);
      expect(bodies.map(({ parts, count }) => [parts.length, parts[0]?.name, count])).toEqual([
        [50, 'List 0', 120],
        [50, 'List 50', 120],
        [20, 'List 100', 120],
        [0, undefined, 120],
      ]);
    });

    test('can be none', async () => {
      const { owner, id } = await aMenu({ name: 'Empty' });
      expect((await menus.parts(owner, id, 'deal')).body).toMatchObject({ parts: [], count: 0 });
    });

    test.each([
      ['charge', 0, 422],
      ['deal', -1, 400],
      ['deal', 'one', 400],
    ])('of kind %s after %s are refused', async (kind, skip, status) => {
      const { owner, id } = await aMenu();
      expect((await menus.parts(owner, id, kind, skip)).status).toBe(status);
    });
  });

  test('an option list has its options as guests see them now, with their stock', async () => {
    const body = aCatalog() as any;
    const lunch = { price: '0.30 EUR', dow: '12345--', end_time: '14:30' };
    body.data.option_lists[0].options[0].price_overrides = [lunch];
    const { shop, owner, id, data } = await aMenu(body);
    const until = '2026-07-02T06:00:00+02:00';
    await catalog.call(`PATCH /catalogs/${id}/locations/${shop.location_id}/inventory`, {
      as: shop,
      body: [
        { option_ref: 'olives', stock: '0', expires_at: until },
        { sku_ref: 'margherita-s', stock: '5' },
      ],
    });
    const [list] = data.option_lists;
    expect((await menus.optionList(owner, id, list.id)).body).toMatchObject({
      option_list: {
        ...{ id: list.id, name: 'Toppings', min_selections: 0, max_selections: 2, more_options: 0 },
        options: [
          {
            ...{ id: list.options[0].id, ref: 'olives', name: 'Olives', price: '0.50 EUR', price_now: '0.30 EUR' },
            ...{ is_default: true, is_enabled: true, variant_refs: null, unavailable: null },
            ...{ stock: '0', sold_out_until: until, price_overrides: [lunch] },
          },
          { name: 'Basil', is_default: false, stock: null },
        ],
      },
      variants: [{ ref: 'terrace', name: 'On the terrace' }],
    });
  });

  test('a deal has its lines with the names of their skus', async () => {
    const { owner, id, data } = await aMenu();
    const { deal, variants } = (await menus.deal(owner, id, data.deals[0].id)).body;
    expect(deal).toMatchObject({
      name: 'Lunch',
      is_enabled: true,
      lines: [
        {
          ...{ label: 'Pizza', pricing_effect: 'fixed_price', pricing_value: '8.00 EUR', more_skus: 0 },
          skus: [{ id: data.products[0].skus[0].id, name: 'Margherita, Small', extra_charge: null }],
        },
        { label: null, skus: [{ name: 'Cola', extra_charge: '0.50 EUR' }] },
      ],
    });
    expect(variants).toHaveLength(1);
  });

  test('names with quotation marks, backslashes and other scripts are found in the document', async () => {
    const body = aCatalog() as any;
    body.data.products[0].name = 'The "best" \\ פיצה';
    body.data.products[0].skus[0].name = '30" {"id":"x"}';
    const { owner, id, data } = await aMenu(body);
    const { deal } = (await menus.deal(owner, id, data.deals[0].id)).body;
    expect(deal.lines[0].skus[0].name).toBe('The "best" \\ פיצה, 30" {"id":"x"}');
  });

  test('a product names the option lists of its skus', async () => {
    const { owner, id, data } = await aMenu();
    const { body } = await menus.product(owner, id, data.products[0].id);
    expect(body.option_lists).toEqual([{ id: data.option_lists[0].id, name: 'Toppings' }]);
    expect((await menus.product(owner, id, data.products[1].id)).body.option_lists).toEqual([]);
  });

  test('a category has its name and description', async () => {
    const { owner, id, data } = await aMenu();
    const [, pizzas] = data.categories;
    expect((await menus.category(owner, id, pizzas.id)).body.category).toEqual({
      id: pizzas.id,
      name: 'Pizzas',
      description: 'From a wood oven',
    });
  });

  test('what is missing, or of another account or location, does not exist', async () => {
    const { shop, owner, id, data } = await aMenu();
    const other = await aMenu();
    const sibling = ownerOf({ ...shop, location_id: newId() });
    const [list, deal, category] = [data.option_lists[0].id, data.deals[0].id, data.categories[0].id];
    for (const user of [other.owner, sibling])
      for (const answer of [
        await menus.parts(user, id, 'deal'),
        await menus.optionList(user, id, list),
        await menus.deal(user, id, deal),
        await menus.category(user, id, category),
        await menus.optionList(user, other.id, list),
      ])
        expect(answer.status).toBe(404);
    for (const answer of [
      await menus.optionList(owner, id, newId()),
      await menus.deal(owner, id, list),
      await menus.category(owner, id, newId()),
    ])
      expect(answer.status).toBe(404);
  });
});
