/** The page of a location's latest orders (docs/api/back-office.md#live-orders). */
import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn } from '../../src/browser/person.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { inChromium } from './in-chromium.ts';

const order = (customer: string) => ({
  body: {
    status: 'new',
    service_type: 'collection',
    customer: { first_name: customer },
    items: [{ product_name: 'Margherita', price: '9.80 EUR', quantity: '2' }],
  },
});

const rows = (page: Page, text: string) => page.getByRole('row', { name: text });

inChromium('live orders', ({ hub, open }) => {
  let website: Connected;
  let orders: string;
  let owner: { email: string; password: string };
  beforeEach(async () => {
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    owner = tenant.owner;
    orders = `/back-office/locations/${location_id}/orders`;
    website = await tenant.connect('Website', { location_id });
  });

  test('with script the page changes by itself, when an order comes and when it is accepted', async () => {
    const page = await open();
    await logIn(page, owner);
    await page.goto(orders);
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    const { body } = await website.call('POST /location/orders', order('Grace'));
    await rows(page, 'Grace').waitFor();
    expect(await rows(page, 'Grace').innerText()).toMatch(/New/i);
    await website.call(`PATCH /location/orders/${body.id}`, { body: { status: 'accepted' } });
    await rows(page, 'Accepted').waitFor();
    expect(await rows(page, 'Grace').count()).toBe(1);
  });

  test('without script it shows them when it is loaded again, and does so by itself', async () => {
    const page = await open({ javaScriptEnabled: false });
    await logIn(page, owner);
    await page.goto(orders);
    expect(await page.getByRole('main').innerText()).toContain('As of now');
    expect(await page.locator('noscript meta[http-equiv=refresh], meta[http-equiv=refresh]').count()).toBe(1);
    await website.call('POST /location/orders', order('Grace'));
    await page.reload();
    expect(await rows(page, 'Grace').count()).toBe(1);
  });

  test('four windows of a user are live; the first pauses when a fifth opens, and resumes when it is looked at', async () => {
    const first = await open();
    await logIn(first, owner);
    const state = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
    const windows = [first];
    while (windows.length < 5) windows.push(await first.context().newPage());
    for (const page of windows) {
      await page.goto(orders);
      await state(page, 'Live');
    }
    await state(first, 'Paused, live in other windows');
    await first.getByRole('main').click();
    await state(first, 'Live');
    await state(windows[1] as Page, 'Paused, live in other windows');
  });

  test('what a customer writes is shown as text', async () => {
    const page = await open();
    await logIn(page, owner);
    await page.goto(orders);
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await website.call('POST /location/orders', order('<img src=x onerror="document.title=1">'));
    await rows(page, '<img src=x').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });
});
