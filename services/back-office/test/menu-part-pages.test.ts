/** Option lists, options, deals, categories and other prices of menus, over a real catalog service (docs/api/back-office.md#menus). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hiddenFields } from '../../auth/test/browser.ts';
import { aMember } from '../../auth/test/members.ts';
import { aCatalog } from '../../catalog/test/builders.ts';
import { startBackOfficeWithCatalog, type HubWithCatalog } from './catalog-service.ts';
import { openMenuTests, partPathOf, pathOf, saveProduct as save, type OwnerOfMenu as Owner } from './menus.ts';

let all: HubWithCatalog;
beforeAll(async () => (all = await startBackOfficeWithCatalog()), 120_000);
afterAll(() => all.close());

const { anOwnerWith, catalogOf, stockOf } = openMenuTests(() => all);

const optionPathOf = (owner: Owner, at = 0) =>
  `${partPathOf(owner, 'option_lists')}/options/${owner.menu.data.option_lists[0].options[at].id}`;

/** The page of a line of the deal, as its own page links to it. */
async function linePathOf({ browser, ...owner }: Owner, at = 0) {
  const path = partPathOf({ browser, ...owner }, 'deals');
  const { html } = await browser.open(path);
  const lines = [...html.matchAll(/href="([^"]+\/lines\/[^"]+)"/g)].map(([, href = '']) => href);
  return lines[at] ?? '';
}

describe('the pages', () => {
  test('are reached from the menu and from the product', async () => {
    const owner = await anOwnerWith();
    const { html } = await owner.browser.open(owner.path);
    for (const part of ['deals', 'option-lists', 'categories']) expect(html).toContain(`href="${owner.path}/${part}"`);
    expect((await owner.browser.open(pathOf(owner))).html).toContain(`href="${partPathOf(owner, 'option_lists')}"`);
    const lists = await owner.browser.open(`${owner.path}/option-lists`);
    expect(lists.html).toMatch(/>Toppings<.*2 options/s);
    const deals = await owner.browser.open(`${owner.path}/deals`);
    expect(deals.html).toMatch(/>Lunch<.*2 lines/s);
    expect((await owner.browser.open(`${owner.path}/categories`)).html).toMatch(/>Food<.*>Pizzas<.*>Drinks</s);
  });

  test('say when there is nothing', async () => {
    const owner = await anOwnerWith({ name: 'Empty' });
    for (const [part, words] of [
      ['deals', 'has no deals'],
      ['option-lists', 'has no option lists'],
      ['categories', 'has no categories'],
    ] as const)
      expect((await owner.browser.open(`${owner.path}/${part}`)).html).toContain(words);
  });

  test("are nobody else's, and nothing is there that does not exist", async () => {
    const [owner, stranger] = [await anOwnerWith(), await anOwnerWith()];
    const paths = [
      ...['/deals', '/option-lists', '/categories'].map((path) => owner.path + path),
      ...[partPathOf(owner, 'option_lists'), partPathOf(owner, 'deals'), optionPathOf(owner), await linePathOf(owner)],
      `${optionPathOf(owner)}/prices`,
      `${owner.path}/categories/${owner.menu.data.categories[0].id}`,
    ];
    for (const path of paths) {
      expect([path, (await owner.browser.open(path)).status]).toEqual([path, 200]);
      expect((await stranger.browser.open(path)).status).toBe(404);
      expect((await stranger.browser.open(path.replace(owner.location.id, stranger.location.id))).status).toBe(404);
      const odd = path.replace(/[^/]+$/, 'nothing');
      if (path.split('/').length > 8) expect([404, 200]).toContain((await owner.browser.open(odd)).status);
    }
    expect((await owner.browser.open(`${partPathOf(owner, 'deals')}/lines/nothing`)).status).toBe(404);
    expect((await owner.browser.open(`${partPathOf(owner, 'option_lists')}/options/nothing`)).status).toBe(404);
  });

  test('of a menu that others manage can be seen, and not changed', async () => {
    const owner = await anOwnerWith();
    const { browser } = await aMember(all.hub, owner.location.id, 'kitchen');
    for (const kind of ['option_lists', 'deals'] as const) {
      const page = await browser.open(partPathOf(owner, kind));
      expect([page.status, page.html.includes('name="shown"')]).toEqual([200, false]);
      const sent = await save(browser, await owner.browser.open(partPathOf(owner, kind)), { name: 'Mine' });
      expect(sent.status).toBe(403);
    }
    for (const path of [optionPathOf(owner), `${optionPathOf(owner)}/prices`, await linePathOf(owner)])
      expect((await browser.open(path)).status).toBe(403);
    const sold = await browser.send(await browser.open(`${optionPathOf(owner)}/sold-out`), { until: 'told' });
    expect(sold.html).toContain('Olives is sold out until you change it.');
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });
});

describe('an option list', () => {
  test('gets another name, other choices and prices, and nothing else changes', async () => {
    const owner = await anOwnerWith();
    const path = partPathOf(owner, 'option_lists');
    const saved = await save(owner.browser, await owner.browser.open(path), {
      ...{ name: 'On top', min: '1', max: '', price_0: '0,6' },
    });
    expect(saved).toMatchObject({ status: 200, url: path });
    expect(saved.html).toContain('Saved. The connected apps have been told.');
    const expected = structuredClone(owner.menu.data);
    Object.assign(expected.option_lists[0], { name: 'On top', min_selections: 1, max_selections: null });
    expected.option_lists[0].options[0].price = '0.60 EUR';
    expect(await catalogOf(owner)).toEqual(expected);
  });

  test('that somebody else has changed keeps other changes, and shows both values of the same field', async () => {
    const owner = await anOwnerWith();
    const path = partPathOf(owner, 'option_lists');
    const [one, two] = [await owner.browser.open(path), await owner.browser.open(path)];
    await save(owner.browser, one, { price_0: '0.60', name: 'Extras' });
    const refused = await save(owner.browser, two, { price_0: '0.70', price_1: '0.10' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('It is now “0.60 EUR”');
    for (const text of ['value="0.70"', 'value="0.10"', 'value="Extras"']) expect(refused.html).toContain(text);
    await save(owner.browser, refused, { price_0: '0.70', price_1: '0.10' });
    expect((await catalogOf(owner)).option_lists[0]).toMatchObject({
      name: 'Extras',
      options: [{ price: '0.70 EUR' }, { price: '0.10 EUR' }],
    });
  });

  test.each([
    [{ name: ' ' }, 'Name must not be empty'],
    [{ min: 'one' }, 'must be a whole number'],
    [{ max: '-1' }, 'must be a whole number'],
    [{ min: '3' }, 'must not let guests choose fewer than they must'],
    [{ max: '0' }, 'must not have more than 0 that are chosen at first'],
    [{ price_0: 'x' }, 'must be an amount such as 9.50'],
  ] as [Record<string, string>, string][])('with %j is refused', async (fields, fault) => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(partPathOf(owner, 'option_lists'));
    const refused = await save(owner.browser, page, fields);
    expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });
});

describe('an option', () => {
  test('gets another name and price, is not chosen at first, and is offered to some variants only', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(optionPathOf(owner));
    const saved = await save(owner.browser, page, {
      ...{
        name: 'Black olives',
        price: '0.80',
        default: 'off',
        enabled: 'off',
        variants: 'some',
        variant_0: 'terrace',
      },
    });
    expect(saved.status).toBe(200);
    expect((await catalogOf(owner)).option_lists[0].options[0]).toMatchObject({
      ...{ name: 'Black olives', price: '0.80 EUR', default: false },
      restrictions: { enabled: false, variant_refs: ['terrace'] },
    });
  });

  test('is sold out until tomorrow, and again', async () => {
    const owner = await anOwnerWith();
    const path = `${optionPathOf(owner)}/sold-out`;
    const sold = await owner.browser.send(await owner.browser.open(path), { until: 'tomorrow' });
    expect(sold.html).toContain('Olives is sold out until tomorrow.');
    expect(sold.html).toContain('Sold out until');
    expect(await stockOf(owner)).toMatchObject([{ option_ref: 'olives', stock: '0', expires_at: expect.any(String) }]);
    await owner.browser.send(await owner.browser.open(path), { until: 'again' });
    expect(await stockOf(owner)).toEqual([]);
  });

  test('without a reference has no stock, and says what to do instead', async () => {
    const body = aCatalog() as any;
    delete body.data.option_lists[0].options[0].ref;
    const owner = await anOwnerWith(body);
    const page = await owner.browser.open(`${optionPathOf(owner)}/sold-out`);
    expect(page.html).toContain('its stock cannot be counted');
    const form = await owner.browser.open(`${optionPathOf(owner, 1)}/sold-out`);
    const fields = { ...hiddenFields(form), until: 'told' };
    const sent = await owner.browser.send(form, fields, `${optionPathOf(owner)}/sold-out`);
    expect([sent.status, await stockOf(owner)]).toEqual([422, []]);
  });
});

describe('a deal', () => {
  test('gets another name and description, and is turned off', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(partPathOf(owner, 'deals'));
    for (const text of ['Margherita, Small', '€8.00', '50% off', 'Cola (+€0.50)']) expect(page.html).toContain(text);
    await save(owner.browser, page, { name: 'Midday', description: 'Until three', enabled: 'off' });
    const [deal] = (await catalogOf(owner)).deals;
    expect(deal).toMatchObject({ name: 'Midday', description: 'Until three', restrictions: { enabled: false } });
    expect((await owner.browser.open(`${owner.path}/deals`)).html).toMatch(/>Midday<.*Off/s);
  });

  test('has lines with other prices and extra charges', async () => {
    const owner = await anOwnerWith();
    const first = await owner.browser.open(await linePathOf(owner));
    await save(owner.browser, first, { label: 'A pizza', effect: 'percentage_off', value: '12,5', extra_0: '1' });
    const second = await owner.browser.open(await linePathOf(owner, 1));
    await save(owner.browser, second, { effect: 'unchanged', value: '', extra_0: '' });
    expect((await catalogOf(owner)).deals[0].lines).toMatchObject([
      {
        ...{ label: 'A pizza', pricing_effect: 'percentage_off', pricing_value: '12.5' },
        skus: [{ extra_charge: '1.00 EUR' }],
      },
      { pricing_effect: 'unchanged', pricing_value: null, skus: [{ extra_charge: null }] },
    ]);
  });

  test('whose line somebody else has changed shows both values, and is replaced only if saved again', async () => {
    const owner = await anOwnerWith();
    const path = await linePathOf(owner);
    const [one, two] = [await owner.browser.open(path), await owner.browser.open(path)];
    await save(owner.browser, one, { effect: 'price_off', value: '1.00' });
    const refused = await save(owner.browser, two, { effect: 'percentage_off', value: '10' });
    expect(refused.status).toBe(409);
    for (const text of ['It is now “Amount off”', 'It is now “1.00 EUR”', 'value="10"'])
      expect(refused.html).toContain(text);
    expect((await catalogOf(owner)).deals[0].lines[0]).toMatchObject({ pricing_value: '1.00 EUR' });
    await save(owner.browser, refused, { effect: 'percentage_off', value: '10' });
    expect((await catalogOf(owner)).deals[0].lines[0]).toMatchObject({
      ...{ pricing_effect: 'percentage_off', pricing_value: '10' },
    });
  });

  test.each([
    [{ value: 'x' }, 'must be an amount such as 9.50'],
    [{ effect: 'percentage_off', value: 'x' }, 'must be a number such as 10'],
    [{ effect: 'percentage_off', value: '101' }, 'must be a decimal string from'],
    [{ effect: 'half' }, 'must be chosen'],
    [{ extra_0: '-1' }, 'must be an amount such as 9.50'],
  ] as [Record<string, string>, string][])('with a line of %j is refused', async (fields, fault) => {
    const owner = await anOwnerWith();
    const refused = await save(owner.browser, await owner.browser.open(await linePathOf(owner)), fields);
    expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });
});

test('a category gets another name and description', async () => {
  const owner = await anOwnerWith();
  const path = `${owner.path}/categories/${owner.menu.data.categories[1].id}`;
  await save(owner.browser, await owner.browser.open(path), { name: 'Pizze', description: '' });
  expect((await catalogOf(owner)).categories[1]).toMatchObject({ name: 'Pizze', description: null });
  expect((await owner.browser.open(owner.path)).html).toContain('Pizze');
});

describe('other prices', () => {
  const skuPrices = (owner: Owner) => `${pathOf(owner)}/skus/${owner.menu.data.products[0].skus[0].id}/prices`;

  test('of a size are changed, removed and added', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(skuPrices(owner));
    expect(page.html).toContain('Mon, Tue, Wed, Thu and Fri, until 14:30');
    const added = { new_price: '8', day_6: '6', start_time: '18:00', end_date: '2026-12-31', variant_0: 'terrace' };
    await save(owner.browser, page, { price_0: '7,00', ...empty, ...added });
    const [lunch, evening] = [
      { price: '7.00 EUR', dow: '12345--', end_time: '14:30' },
      { price: '8.00 EUR', variant_refs: ['terrace'], dow: '-----6-', start_time: '18:00', end_date: '2026-12-31' },
    ];
    expect((await catalogOf(owner)).products[0].skus[0].price_overrides).toEqual([lunch, evening]);
    await save(owner.browser, await owner.browser.open(skuPrices(owner)), { ...empty, remove_0: 'on' });
    expect((await catalogOf(owner)).products[0].skus[0].price_overrides).toEqual([evening]);
  });

  test('of an option are added', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(`${optionPathOf(owner)}/prices`);
    const saved = await save(owner.browser, page, { ...empty, new_price: '0.20', day_7: '7' });
    expect(saved.html).toContain('Sun');
    expect((await catalogOf(owner)).option_lists[0].options[0].price_overrides).toEqual([
      { price: '0.20 EUR', dow: '------7' },
    ]);
  });

  test('that somebody else has changed show what they are now, and what was typed', async () => {
    const owner = await anOwnerWith();
    const [one, two] = [await owner.browser.open(skuPrices(owner)), await owner.browser.open(skuPrices(owner))];
    await save(owner.browser, one, { ...empty, price_0: '7.10' });
    const refused = await save(owner.browser, two, { ...empty, price_0: '7.20' });
    expect([refused.status, refused.html.includes('It is now “7.10 EUR”')]).toEqual([409, true]);
    expect(refused.html).toContain('value="7.20"');
    expect((await catalogOf(owner)).products[0].skus[0].price_overrides).toMatchObject([{ price: '7.10 EUR' }]);
  });

  const empty = { new_price: '', start_time: '', end_time: '', start_date: '', end_date: '' };

  test.each([
    [{ new_price: '5' }, 'needs a price and at least one day, time, date or variant'],
    [{ day_1: '1' }, 'must be an amount such as 9.50'],
    [{ new_price: '5', start_time: '7pm' }, 'must be a time of day'],
    [{ new_price: '5', start_date: 'soon' }, 'date'],
    [{ new_price: '5', variant_0: 'garden' }, 'is not the ref of a variant'],
    [{ price_0: 'x' }, 'must be an amount such as 9.50'],
  ] as [Record<string, string>, string][])('with %j are refused', async (fields, fault) => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(skuPrices(owner));
    const refused = await save(owner.browser, page, { ...empty, ...fields });
    expect([refused.status, refused.html.includes(fault)]).toEqual([422, true]);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });

  test('that nobody has shown change nothing', async () => {
    const owner = await anOwnerWith();
    const page = await owner.browser.open(skuPrices(owner));
    const sent = await owner.browser.send(page, { ...empty, shown: '{"rules":"[[{"}', new_price: '5', day_1: '1' });
    expect(sent.status).toBe(409);
    expect(await catalogOf(owner)).toEqual(owner.menu.data);
  });
});
