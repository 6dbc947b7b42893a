import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { Page } from 'playwright-core';
import { press } from '../../src/browser/person.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { withAndWithoutScript, withAndWithout, type Script } from './in-chromium.ts';

/** A menu in the back office: found, changed, sold out, and changed by a file (docs/api/back-office.md#menus). */
withAndWithoutScript('a menu', sized<readonly Script[]>(['with script'], withAndWithout), ({ hub, openAs }) => {
  const count = sized(60, 1_500);
  const named = count.toLocaleString('en');
  const brulee = 40;

  const menu = {
    name: 'Carte',
    data: {
      variants: [{ ref: 'terrace', name: 'On the terrace' }],
      categories: [
        { ref: 'starters', name: 'Starters' },
        { ref: 'mains', name: 'Mains' },
      ],
      products: Array.from({ length: count }, (_, index) => ({
        ref: `p${index}`,
        category_ref: index % 3 === 0 ? 'starters' : 'mains',
        name: index === brulee ? 'Crème brûlée' : `Dish ${index}`,
        description: 'From the market, with what the season gives, by the people of the house',
        skus: [{ ref: `s${index}`, price: '9.00 EUR' }],
      })),
    },
  };

  let app: Connected;
  let owner: { email: string; password: string };
  let location_id: string;
  let catalog_id: string;
  beforeEach(async () => {
    const tenant = await aTenant(hub);
    [location_id] = tenant.location_ids;
    owner = tenant.owner;
    app = await tenant.connect('Till', { location_id });
    catalog_id = (await app.call('POST /location/catalogs', { body: menu })).body.id;
  });

  const productOf = async (index: number) => (await app.call(`GET /catalogs/${catalog_id}`)).body.data.products[index];
  const stock = async () => (await app.call(`GET /catalogs/${catalog_id}/location/inventory`)).body;

  async function openMenu(): Promise<Page> {
    const page = await openAs(owner);
    await page.goto(`/back-office/locations/${location_id}`);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('heading', { name: 'Carte at' }).waitFor();
    return page;
  }

  async function search(page: Page, words: string) {
    await page.getByLabel('Name, description or reference').fill(words);
    await press(page, 'Search');
  }

  test('is searched, and gets another price and name', async () => {
    const page = await openMenu();
    await page.getByText(`${named} products`).waitFor();
    await search(page, 'brulee creme');
    await page.getByRole('link', { name: 'Crème brûlée' }).click();
    await page.getByLabel('Price in EUR').fill('9,80');
    await page.getByLabel('Name').fill('Crème brûlée maison');
    await press(page, 'Save');
    await page.getByText('Saved. The connected apps have been told.').waitFor();
    expect(await productOf(brulee)).toMatchObject({ name: 'Crème brûlée maison', skus: [{ price: '9.80 EUR' }] });
  });

  wideTest('shows what somebody else has changed meanwhile', async () => {
    const [one, two] = [await openMenu(), await openMenu()];
    for (const page of [one, two]) {
      await search(page, 'brulee');
      await page.getByRole('link', { name: 'Crème brûlée' }).click();
      await page.getByLabel('Price in EUR').waitFor();
    }
    await one.getByLabel('Price in EUR').fill('10.00');
    await press(one, 'Save');
    await one.getByText('Saved.').waitFor();
    await two.getByLabel('Price in EUR').fill('11.00');
    await press(two, 'Save');
    await two.getByText('It is now “10.00 EUR”').first().waitFor();
    await press(two, 'Save');
    await two.getByText('Saved.').waitFor();
    expect((await productOf(brulee)).skus[0].price).toBe('11.00 EUR');
  });

  wideTest('has a product sold out until tomorrow, and again', async () => {
    const page = await openMenu();
    await search(page, 'dish 42');
    await page.getByRole('button', { name: /^Sold out until tomorrow: Dish 42$/ }).click();
    await page.getByText('Dish 42 is sold out until tomorrow.').waitFor();
    expect(await stock()).toMatchObject([{ sku_ref: 's42', stock: '0', expires_at: expect.any(String) }]);
    await page.getByRole('button', { name: /^Available again: Dish 42$/ }).click();
    await page.getByText('Dish 42 is available again.').waitFor();
    expect(await stock()).toEqual([]);
  });

  test('gets a picture', async () => {
    const page = await openMenu();
    await search(page, 'brulee');
    await page.getByRole('link', { name: 'Crème brûlée' }).click();
    await page.getByRole('link', { name: 'Change pictures' }).click();
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const file = { name: 'cake.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') };
    await page.locator('input[type=file]').setInputFiles(file);
    await press(page, 'Add');
    const picture = page.getByRole('img', { name: 'Picture 1' });
    await picture.waitFor();
    expect(await picture.evaluate((image: any) => image.decode().then(() => image.naturalWidth))).toBe(1);
    expect((await productOf(brulee)).image_ids).toHaveLength(1);
  });

  wideTest('is changed by a file, after a look at what changes', async () => {
    const page = await openMenu();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const changed = text.replaceAll(',9.00', ',9.50') + 'new,New,,,,1.00\r\n';
    await page.getByRole('link', { name: 'Import a CSV file' }).click();
    const file = { name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await press(page, 'Show what changes');
    await page.getByRole('heading', { name: `The file changes ${named} values` }).waitFor();
    await page.getByText('“new” is not in the menu').waitFor();
    expect((await productOf(3)).skus[0].price).toBe('9.00 EUR');
    await press(page, `Save ${named} changes`);
    await page.getByText(`${named} values have been changed`).waitFor();
    expect((await productOf(3)).skus[0].price).toBe('9.50 EUR');
  });
});

/** Options, deals and other prices of a menu in the back office, and what the audit tells of it (docs/api/back-office.md#menus). */
withAndWithoutScript(
  'the parts of a menu',
  sized<readonly Script[]>(['without script'], withAndWithout),
  ({ hub, openAs }) => {
    const menu = {
      name: 'Carte',
      data: {
        variants: [{ ref: 'terrace', name: 'On the terrace' }],
        categories: [{ ref: 'mains', name: 'Mains' }],
        products: Array.from({ length: sized(10, 1_500) }, (_, index) => ({
          ref: `p${index}`,
          category_ref: 'mains',
          name: index === 7 ? 'Margherita' : `Dish ${index}`,
          skus: [{ ref: `s${index}`, price: '9.00 EUR', option_list_refs: ['toppings'] }],
        })),
        option_lists: [
          {
            ref: 'toppings',
            name: 'Toppings',
            max_selections: 2,
            options: [
              { ref: 'olives', name: 'Olives', price: '0.50 EUR' },
              { ref: 'basil', name: 'Basil', price: '0.00 EUR' },
            ],
          },
        ],
        deals: [
          {
            ref: 'lunch',
            name: 'Lunch',
            lines: [
              { skus: [{ ref: 's7' }], pricing_effect: 'fixed_price', pricing_value: '8.00 EUR', label: 'Pizza' },
              { skus: [{ ref: 's8', extra_charge: '0.50 EUR' }], pricing_effect: 'unchanged' },
            ],
          },
        ],
      },
    };

    let app: Connected;
    let tenant: Awaited<ReturnType<typeof aTenant>>;
    let menu_path: string;
    let catalog_id: string;
    beforeEach(async () => {
      tenant = await aTenant(hub);
      const [location_id] = tenant.location_ids;
      app = await tenant.connect('Till', { location_id });
      catalog_id = (await app.call('POST /location/catalogs', { body: menu })).body.id;
      menu_path = `/back-office/locations/${location_id}/menus/${catalog_id}`;
    });

    const stored = async () => (await app.call(`GET /catalogs/${catalog_id}`)).body.data;

    async function openProduct(): Promise<Page> {
      const page = await openAs(tenant.owner);
      await page.goto(menu_path);
      await page.getByLabel('Name, description or reference').fill('margherita');
      await press(page, 'Search');
      await page.getByRole('link', { name: 'Margherita' }).click();
      return page;
    }

    async function openOption(name: string): Promise<Page> {
      const page = await openProduct();
      await page.getByRole('link', { name: 'Toppings' }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByLabel('Price in EUR').waitFor();
      return page;
    }

    test('an option gets another price, and whoever changes it at the same time sees both', async () => {
      const [one, two] = [await openOption('Olives'), await openOption('Olives')];
      await one.getByLabel('Price in EUR').fill('0,60');
      await press(one, 'Save');
      await one.getByText('Saved. The connected apps have been told.').waitFor();
      await two.getByLabel('Price in EUR').fill('0.70');
      await press(two, 'Save');
      await two.getByText('It is now “0.60 EUR”').first().waitFor();
      expect(await two.getByLabel('Price in EUR').inputValue()).toBe('0.70');
      expect((await stored()).option_lists[0].options[0].price).toBe('0.60 EUR');
      await press(two, 'Save');
      await two.getByText('Saved.').waitFor();
      expect((await stored()).option_lists[0].options).toMatchObject([{ price: '0.70 EUR' }, { price: '0.00 EUR' }]);
    });

    test('a form changes only what a person changed in it, whatever an app has written there', async () => {
      const odd = (name: string) => ` ${name}\r\nof\nthe house\t `;
      const notes = '\n\nFirst\r\nsecond\rthird\n\n';
      const { categories, products, option_lists, deals } = menu.data;
      const data = {
        ...menu.data,
        categories: categories.map((one, at) => ({ ...one, name: odd(`Pizzas ${at}`), description: notes })),
        products: products.map((one, at) => ({ ...one, name: odd(`Dish ${at}`), description: notes })),
        option_lists: option_lists.map((one) => ({
          ...{ ...one, name: odd('Toppings') },
          options: one.options.map((option, at) => ({ ...option, name: odd(`Option ${at}`), price: '-0.50 EUR' })),
        })),
        deals: deals.map((one) => ({
          ...{ ...one, name: odd('Lunch'), description: notes },
          lines: one.lines.map((line) => ({ ...line, label: odd('Line') })),
        })),
      };
      expect((await app.call(`PUT /catalogs/${catalog_id}`, { body: { name: menu.name, data } })).status).toBe(200);
      const before = await stored();
      const page = await openAs(tenant.owner);
      const [category] = before.categories;
      const [[product], [list], [deal]] = [before.products, before.option_lists, before.deals];
      const saved = async (path: string, change: () => Promise<unknown>) => {
        await page.goto(`${menu_path}/${path}`);
        await change();
        await press(page, 'Save');
        await page.getByText('Saved.').waitFor();
      };
      const price = page.getByLabel('Price in EUR');
      const name = page.getByLabel('Name', { exact: true });
      const description = page.getByLabel('Description');
      await saved(`products/${product.id}`, () => price.first().fill('9.10'));
      await saved(`categories/${category.id}`, () => name.fill('Pizza'));
      await saved(`option-lists/${list.id}`, () => page.getByLabel('Guests choose at most').fill('7'));
      await saved(`option-lists/${list.id}/options/${list.options[0].id}`, () => price.fill('0.30'));
      await page.goto(`${menu_path}/deals/${deal.id}`);
      const lines = await page
        .locator('a[href*="/lines/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      await saved(lines[1]?.slice(menu_path.length + 1) ?? '', () => page.getByLabel(/^Extra charge/).fill('0.70'));
      await saved(`deals/${deal.id}`, () => description.fill('For two\nand more'));
      const after = await stored();
      const [, ...otherProducts] = before.products;
      const [, ...otherCategories] = before.categories;
      expect(after.products).toEqual([
        { ...product, skus: [{ ...product.skus[0], price: '9.10 EUR' }] },
        ...otherProducts,
      ]);
      expect(after.categories).toEqual([{ ...category, name: 'Pizza' }, ...otherCategories]);
      expect(after.option_lists).toEqual([
        {
          ...{ ...list, max_selections: 7 },
          options: [{ ...list.options[0], price: '0.30 EUR' }, ...list.options.slice(1)],
        },
      ]);
      const [firstLine, secondLine] = deal.lines;
      const changedLine = { ...secondLine, skus: [{ ...secondLine.skus[0], extra_charge: '0.70 EUR' }] };
      expect(after.deals).toEqual([{ ...deal, description: 'For two\nand more', lines: [firstLine, changedLine] }]);
    });

    wideTest('a deal gets another price in a line, which the audit tells', async () => {
      const page = await openProduct();
      await page.goto(menu_path);
      await page.getByRole('link', { name: 'Deals' }).click();
      await page.getByRole('link', { name: 'Lunch' }).click();
      await page.getByText('Margherita').waitFor();
      await page.getByRole('link', { name: 'Pizza' }).click();
      await page.getByLabel('Price', { exact: true }).selectOption('Percentage off');
      await page.getByLabel('Amount or percentage').fill('20');
      await press(page, 'Save');
      await page.getByText('20% off').waitFor();
      expect((await stored()).deals[0].lines).toMatchObject([
        { pricing_effect: 'percentage_off', pricing_value: '20', label: 'Pizza' },
        { pricing_effect: 'unchanged', skus: [{ extra_charge: '0.50 EUR' }] },
      ]);
      await eventually(async () => {
        await page.goto(`/back-office/accounts/${tenant.account_id}/audit?what=menu`);
        return (await page.getByText('amount or percentage from 8.00 EUR to 20').count()) > 0;
      });
      await page.getByText('The owner changed 2 values of the menu Carte.').waitFor();
    });

    wideTest('an option costs less for some guests, and is sold out until tomorrow', async () => {
      const page = await openOption('Olives');
      await page.getByRole('link', { name: 'Change other prices' }).click();
      await page.getByLabel('Price in EUR').fill('0.20');
      await page.getByLabel('Sat').check();
      await page.getByLabel('On the terrace').check();
      await press(page, 'Save');
      await page.getByText('Sat, Only for On the terrace').waitFor();
      expect((await stored()).option_lists[0].options[0].price_overrides).toEqual([
        { price: '0.20 EUR', variant_refs: ['terrace'], dow: '-----6-' },
      ]);
      await page.getByRole('link', { name: 'Sold out?' }).click();
      await press(page, 'Save');
      await page.getByText('Olives is sold out until tomorrow.').waitFor();
      expect((await app.call(`GET /catalogs/${catalog_id}/location/inventory`)).body).toMatchObject([
        { option_ref: 'olives', stock: '0' },
      ]);
    });
  },
);
