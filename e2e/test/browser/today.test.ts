/** Today at a location, in the browser of its owner (docs/api/back-office.md#today). */
import { beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logIn } from '../../src/browser/person.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { inChromium } from './in-chromium.ts';

const order = (price: string, rest: object = {}) => ({
  body: {
    ...{ status: 'new', service_type: 'collection', channel: 'Phone' },
    items: [{ product_name: 'Margherita', price, quantity: '1' }],
    ...rest,
  },
});

/** Loads the page again until it says this. */
async function waitFor(page: Page, text: string | RegExp): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await page.getByRole('main').getByText(text).count()) > 0) return;
    await page.waitForTimeout(200);
    await page.reload();
  }
  throw new Error(`The page does not say ${text}: ${await page.getByRole('main').innerText()}`);
}

inChromium('today', ({ hub, open }) => {
  let website: Connected;
  let location_id: string;
  let owner: { email: string; password: string };
  beforeEach(async () => {
    const tenant = await aTenant(hub);
    location_id = tenant.location_ids[0] ?? '';
    owner = tenant.owner;
    website = await tenant.connect('Website', { location_id });
  });

  test('follows the orders without script: turnover, a cancellation, and what is late', async () => {
    const page = await open({ javaScriptEnabled: false });
    await logIn(page, owner);
    await page.goto(`/back-office/locations/${location_id}/today`);
    expect(await page.getByText('No order has come yet today.').count()).toBeGreaterThan(0);
    const { body } = await website.call('POST /location/orders', order('12.50 EUR'));
    await website.call('POST /location/orders', order('7.50 EUR', { expected_time: '2026-01-01T12:00:00Z' }));
    await waitFor(page, '€20.00');
    await waitFor(page, '€10.00');
    await website.call(`PATCH /location/orders/${body.id}`, { body: { status: 'cancelled' } });
    await waitFor(page, '0 declined, 1 cancelled; not in the turnover');
    expect(await page.getByText('€7.50').count()).toBeGreaterThan(1);
    const soon = new Date(Date.now() - 60_000).toISOString();
    await website.call('POST /location/orders', order('1.00 EUR', { expected_time: soon }));
    await waitFor(page, 'An order from Phone');
    // Of the order that was expected last year, nobody waits.
    expect(await page.getByText('An order from Phone').count()).toBe(1);
    await page.goto('/back-office/today');
    await waitFor(page, '1 late order');
    expect(await page.getByRole('img', { name: /^2 orders today/ }).count()).toBe(1);
  });
});
