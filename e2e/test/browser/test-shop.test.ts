/** One button, and a developer has a shop whose till answers and whose website orders, without a process of their own. */
import { expect, test } from '@jest/globals';
import { createConnection, createClient } from '@order-hub/operator/tenant';
import { operatorClient } from '@order-hub/operator/client';
import { createUser } from '@order-hub/shared/management/users';
import { eventually } from '@order-hub/testing/call';
import type { Page } from 'playwright-core';
import { logIn, press, somebody } from '../../src/browser/person.ts';
import { apiOf } from '../../src/tenant.ts';
import { pageFaults } from './checks.ts';
import { inChromium } from './in-chromium.ts';

const item = { product_name: 'Margherita', sku_ref: 'MARGHERITA-S', price: '9.50 EUR', quantity: '1' };

inChromium('a test shop', ({ hub, open }) => {
  const idOn = async (page: Page, fact: string) =>
    page.locator('dt', { hasText: fact }).locator('xpath=following-sibling::dd[1]').innerText();

  test('is made with one button, and answers the orders of an application', async () => {
    const operator = operatorClient(hub.operator);
    const person = somebody();
    const { id: user_id } = await operator.ask(createUser, { params: {}, input: person });
    const page = await open({ javaScriptEnabled: false });
    await logIn(page, person);
    await press(page, 'Make a test shop');
    await page.getByText('Your test shop is open.').waitFor();
    await eventually(async () => {
      await page.goto('/back-office/test-shop');
      return (await page.getByText('are on their way').count()) === 0;
    });

    const location_id = await idOn(page, 'Location id');
    const { client_id } = await createClient(operator, { user_id, name: 'My app' });
    const scope = 'location[orders.write,all_catalogs.read]';
    const app = apiOf(hub.base_url, await createConnection(operator, { client_id, scope, location_id }));
    await app.saveCallback({ body: { url: null, events: { order: ['create'], catalog: ['update'] } } });
    await page.getByRole('radio', { name: 'Rejects all' }).check();
    await press(page, 'Save');
    const orderWith = async (customer_notes: string) =>
      (await app.createOrder({ body: { status: 'new', service_type: 'collection', customer_notes, items: [item] } }))
        .id;
    const [rejected, accepted] = [await orderWith(''), await orderWith('[accept]')];
    await press(page, 'Change the prices now');
    await page.getByText('The till changes all prices by 10 %.').waitFor();
    const statusOf = async (order_id: string) => (await app.retrieveOrder({ order_id })).status;
    await eventually(
      async () => (await statusOf(rejected)) === 'rejected' && (await statusOf(accepted)) === 'accepted',
    );
    const types = async () => (await app.listEvents().toArray()).map(({ resource_type }) => resource_type);
    await eventually(async () => (await types()).includes('catalog'));

    // The website's first order came with the menu.
    await page.goto(`/back-office/locations/${location_id}/orders`);
    await page.getByText('Simulated website').first().waitFor();
  });

  test('has pages that everybody can use', async () => {
    const person = somebody();
    await operatorClient(hub.operator).ask(createUser, { params: {}, input: person });
    const page = await open();
    await logIn(page, person);
    await press(page, 'Make a test shop');
    await page.getByText('Your test shop is open.').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Choose this location in the documentation' }).click();
    await page.getByRole('radio', { name: 'Test shop' }).check();
    await page.goto('/back-office/test-shop/end');
    await press(page, 'End the test shop');
    await page.getByText('The test shop has ended.').waitFor();
  });
});
