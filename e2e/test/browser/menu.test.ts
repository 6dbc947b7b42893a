/** A menu of 1,500 products in the back office: found, changed, sold out, and changed by a file (docs/api/back-office.md#menus). */
import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { logIn, press } from '../../src/browser/person.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { withAndWithoutScript } from './in-chromium.ts';

const count = 1_500;

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
      name: index === 700 ? 'Crème brûlée' : `Dish ${index}`,
      description: 'From the market, with what the season gives, by the people of the house',
      skus: [{ ref: `s${index}`, price: '9.00 EUR' }],
    })),
  },
};

withAndWithoutScript('a menu', ({ hub, open }) => {
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
    const page = await open();
    await logIn(page, owner);
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
    await page.getByText('1,500 products').waitFor();
    await search(page, 'brulee creme');
    await page.getByRole('link', { name: 'Crème brûlée' }).click();
    await page.getByLabel('Price in EUR').fill('9,80');
    await page.getByLabel('Name').fill('Crème brûlée maison');
    await press(page, 'Save');
    await page.getByText('Saved. The connected apps have been told.').waitFor();
    expect(await productOf(700)).toMatchObject({ name: 'Crème brûlée maison', skus: [{ price: '9.80 EUR' }] });
  });

  test('shows what somebody else has changed meanwhile', async () => {
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
    expect((await productOf(700)).skus[0].price).toBe('11.00 EUR');
  });

  test('has a product sold out until tomorrow, and again', async () => {
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
    expect((await productOf(700)).image_ids).toHaveLength(1);
  });

  test('is changed by a file, after a look at what changes', async () => {
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
    await page.getByRole('heading', { name: 'The file changes 1,500 values' }).waitFor();
    await page.getByText('“new” is not in the menu').waitFor();
    expect((await productOf(3)).skus[0].price).toBe('9.00 EUR');
    await press(page, 'Save 1,500 changes');
    await page.getByText('1,500 values have been changed').waitFor();
    expect((await productOf(3)).skus[0].price).toBe('9.50 EUR');
  });
});
