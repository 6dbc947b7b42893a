/** Option lists, deals and categories of a menu, as pages of the back office show them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller } from '@order-hub/testing/call';
import { aCatalog, createCatalog } from './builders.ts';
import { openMenus, ownerOf } from './menus.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

/** A Wednesday at noon in Paris. */
const now = new Date('2026-07-01T10:00:00Z');
let catalog: TestCatalog;
let menus: ReturnType<typeof openMenus>;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
  menus = openMenus(catalog);
});
afterAll(() => catalog.close());

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
