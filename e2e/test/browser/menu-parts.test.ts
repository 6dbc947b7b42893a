/** Options, deals and other prices of a menu in the back office, and what the audit tells of it (docs/api/back-office.md#menus). */
import { beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import type { Page } from 'playwright-core';
import { logIn, press } from '../../src/browser/person.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { withAndWithoutScript } from './in-chromium.ts';

const menu = {
  name: 'Carte',
  data: {
    variants: [{ ref: 'terrace', name: 'On the terrace' }],
    categories: [{ ref: 'mains', name: 'Mains' }],
    products: Array.from({ length: 1_500 }, (_, index) => ({
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

withAndWithoutScript('the parts of a menu', ({ hub, open }) => {
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
    const page = await open();
    await logIn(page, tenant.owner);
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

  test('a deal gets another price in a line, which the audit tells', async () => {
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

  test('an option costs less for some guests, and is sold out until tomorrow', async () => {
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
});
