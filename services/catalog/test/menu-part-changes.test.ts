/** Single fields of option lists, options, deals and other prices (docs/decisions/0086-one-field-of-a-menu.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aUserAt, eventually, type TestCaller } from '@order-hub/testing/call';
import { aCatalog, createCatalog } from './builders.ts';
import { ofDeal, ofList, ofProduct, openMenus, ownerOf } from './menus.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
let menus: ReturnType<typeof openMenus>;
beforeAll(async () => {
  catalog = await startTestCatalog();
  menus = openMenus(catalog);
});
afterAll(() => catalog.close());

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
            { kind: 'option_list', field: 'price', part: ['Toppings', 'Basil'], before: '0.00 EUR', after: '0.20 EUR' },
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
    ['fewer at most than chosen at first', ({ list }) => ofList([list.id], 'max_selections', 2, 0), 'chosen at first'],
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
    ['a value in another currency', (menu) => ofPizza(menu, 'pricing_value', '8.00 EUR', '8.00 USD'), 'must be in EUR'],
    ['an extra charge that is none', (menu) => ofDrink(menu, 'extra_charge', '0.50 EUR', 'much'), 'must be an amount'],
    ['an extra charge elsewhere', (menu) => ofDrink(menu, 'extra_charge', '0.50 EUR', '1.00 USD'), 'must be in EUR'],
  ])('%s', async (_what, changeOf, message) => {
    const menu = await aMenu();
    const { headers } = await get(menu.shop, menu.id);
    expect(await menus.change(menu.owner, menu.id, changeOf(menu))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'changes.0.after', message: expect.stringContaining(message) }] },
    });
    expect((await get(menu.shop, menu.id)).headers.get('etag')).toBe(headers.get('etag'));
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
