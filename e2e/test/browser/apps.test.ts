/** The directory of apps, and how connected apps do (docs/api/back-office.md#apps). */
import { expect, test } from '@jest/globals';
import { blockConnection } from '@order-hub/shared/management/connections';
import { operatorClient } from '@order-hub/operator/client';
import { addOperator } from '@order-hub/operator/operators';
import { createClient } from '@order-hub/operator/tenant';
import { createUser } from '@order-hub/shared/management/users';
import type { Page } from 'playwright-core';
import { eventually } from '@order-hub/testing/call';
import { logIn, press, somebody } from '../../src/browser/person.ts';
import { addApp, secondFactorPath } from '../../src/browser/second-factor.ts';
import { startReceiver } from '../../src/receiver.ts';
import { aTenant } from '../../src/tenant.ts';
import { pageFaults } from './checks.ts';
import { inChromium } from './in-chromium.ts';

const order = { status: 'new' as const, items: [{ product_name: 'Calzone', price: '11.00 EUR', quantity: '1' }] };

/** A red square of 16 pixels. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR4nGO4oKBAEmIY1TCqYfhqAABLfxAQeNDhBQAAAABJRU5ErkJggg==',
  'base64',
);

inChromium('apps', ({ hub, open }) => {
  const operator = operatorClient(hub.operator);

  /** An operator with a second factor. */
  async function anOperator() {
    const person = somebody();
    const { id } = await operator.ask(createUser, { params: {}, input: person });
    await addOperator(operator, id);
    const page = await open();
    await logIn(page, person);
    await page.goto(`${secondFactorPath}/app`);
    await addApp(page);
    return page;
  }

  /** Finds what waits, and puts it into the directory. */
  async function approveAs(page: Page, client_id: string) {
    await page.goto('/back-office/operator');
    await page.getByRole('link', { name: 'App directory' }).click();
    expect(await pageFaults(page)).toEqual([]);
    await page.locator(`a[href$="/${client_id}/approve"]`).click();
    expect(await pageFaults(page)).toEqual([]);
    await press(page, 'Approve');
    await page.getByText('The app is in the directory.').waitFor();
  }

  test('are described by their owner, listed by an operator, and found by a merchant', async () => {
    const developer = somebody();
    const { id: user_id } = await operator.ask(createUser, { params: {}, input: developer });
    const name = `Till ${user_id}`;
    const redirect_uris = ['https://till.example/back'];
    const { client_id } = await createClient(operator, { user_id, name, redirect_uris });
    const page = await open({ javaScriptEnabled: false });
    await logIn(page, developer);
    await page.goto(`/back-office/clients/${client_id}`);
    await page.getByRole('link', { name: 'Listing' }).click();
    await page.getByLabel('Description').fill('Takes orders at the counter.');
    await page.getByLabel('Scope').fill('location[orders.write,catalog.read]');
    await page.getByLabel('Website').fill('https://till.example');
    await page.getByLabel('Start page').fill('https://elsewhere.example/connect');
    await press(page, 'Ask to be listed');
    await page.getByText('must have the host of one of the redirect URIs').first().waitFor();
    await page.getByLabel('Start page').fill('https://till.example/connect');
    await press(page, 'Ask to be listed');
    await page.getByText('The operator of this hub will look at your app.').waitFor();
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await press(page, 'Set the logo');
    await page.getByText('The logo has been set.').waitFor();

    const tenant = await aTenant(hub);
    const merchant = await open();
    await logIn(merchant, tenant.owner);
    await merchant.goto('/back-office/apps');
    expect(await merchant.getByText(name).count()).toBe(0);
    await approveAs(await anOperator(), client_id);
    await merchant.goto('/back-office');
    await merchant.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Apps' }).click();
    const app = merchant.getByRole('article').filter({ hasText: name });
    await app.getByText('What it asks for').click();
    await app.getByText('See, create and change the orders and deliveries of the location').waitFor();
    expect(await app.getByRole('link', { name: 'Connect' }).getAttribute('href')).toBe('https://till.example/connect');
    const width = await app.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
    expect(width).toBe(16);
    expect(await pageFaults(merchant)).toEqual([]);
  });

  test('say on the page of their location how they do, and what to do next', async () => {
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    const website = await tenant.connect('Website', { location_id });
    const [till, shy, stopped] = [
      await tenant.connect('Till', { location_id }),
      await tenant.connect('Kiosk', { location_id }),
      await tenant.connect('Display', { location_id }),
    ];
    let secret = 'another secret';
    const receiver = await startReceiver(() => secret);
    await till.api.saveCallback({ body: { url: receiver.url, events: { order: ['create'] } } });
    await shy.api.saveCallback({ body: { url: 'http://127.0.0.1:1/', events: { order: ['create'] } } });
    await operator.ask(blockConnection, { params: { connection_id: stopped.id } });
    await website.api.createOrder({ body: order });

    const page = await open();
    await logIn(page, tenant.owner);
    await page.goto(`/back-office/locations/${location_id}`);
    await page.getByRole('link', { name: 'Apps', exact: true }).last().click();
    await page.waitForURL('**/apps');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await eventually(async () => {
      await page.reload();
      return (await row('Till').innerText()).includes('its secret may be wrong');
    });
    expect(await row('Till').innerText()).toMatch(/It has answered 401 since .*Ask its makers to check the secret/s);
    await eventually(async () => {
      await page.reload();
      return (await row('Kiosk').innerText()).includes('It has not answered since');
    });
    expect(await row('Display').innerText()).toMatch(/Blocked/i);
    expect(await row('Website').innerText()).toMatch(/Connected/i);
    expect(await pageFaults(page)).toEqual([]);

    secret = till.client_secret;
    await row('Till').getByRole('link', { name: 'Send again what it has missed' }).click();
    await press(page, 'Send 1 event again');
    await eventually(async () => {
      await page.goto(`/back-office/connections/${till.id}`);
      return page.getByText('It gets what it subscribes to.').isVisible();
    });
    await receiver.close();
  });
});
