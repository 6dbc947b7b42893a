/** Looking for an order, and what became of it (docs/api/back-office.md#orders). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { eventually } from '@order-hub/testing/call';
import type { Page } from 'playwright-core';
import { logIn, press } from '../../src/browser/person.ts';
import { startReceiver, type Receiver } from '../../src/receiver.ts';
import { aMember, aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { pageFaults } from './checks.ts';
import { withAndWithoutScript } from './in-chromium.ts';

const anOrder = (ref: string, first_name: string, overrides: object = {}) => ({
  body: {
    ...{ status: 'new', ref, service_type: 'delivery', customer_notes: 'Ring <b>twice</b>' },
    customer: {
      ...{ first_name, last_name: 'Ångström', phone: '+33 6 12 34 56 78', email: 'guest@example.com' },
      ...{ address_1: '1 rue des Nombres', postal_code: '75001', city: 'Paris', country: 'FR' },
    },
    items: [
      {
        ...{ product_name: 'Margherita', sku_name: 'Large', price: '9.80 EUR', quantity: '2' },
        options: [{ option_list_name: 'Extra', name: 'Olives', price: '1.00 EUR' }],
        customer_notes: 'Well done, please',
      },
      { product_name: 'Tiramisù', price: '5.50 EUR', quantity: '1' },
    ],
    charges: [{ name: 'Delivery fee', price: '3.00 EUR' }],
    payments: [{ name: 'Card', amount: '20.00 EUR' }],
    ...overrides,
  },
});

withAndWithoutScript('orders', ({ hub, open, hasScript }) => {
  let tenant: Tenant;
  let location_id = '';
  let website: Connected;
  let till: Connected;
  let receiver: Receiver;
  let search = '';

  beforeAll(async () => {
    tenant = await aTenant(hub);
    [location_id = ''] = tenant.location_ids;
    search = `/back-office/locations/${location_id}/orders/search`;
    website = await tenant.connect('Website', { location_id });
    till = await tenant.connect('Till', { location_id });
    receiver = await startReceiver(() => till.client_secret);
    await till.call('POST /callback', {
      body: { url: receiver.url, events: { order: ['create', 'update'], delivery: ['create'] } },
    });
  });
  afterAll(() => receiver.close());

  const shows = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor();

  async function place(ref: string, name: string, overrides: object = {}): Promise<string> {
    const { status, body } = await website.call('POST /location/orders', anOrder(ref, name, overrides));
    expect(status).toBe(200);
    return body.id as string;
  }

  async function find(page: Page, fields: Record<string, string>): Promise<void> {
    await page.goto(search);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    await press(page, 'Search');
    await page.getByRole('heading', { name: 'Orders found' }).waitFor();
  }

  test('somebody calls about an order: it is found, and its timeline says what happened', async () => {
    const id = await place('WEB-1', 'José');
    await place('WEB-2', 'Grace', { customer: { first_name: 'Grace', phone: '555 000 111' } });
    await till.call(`PATCH /location/orders/${id}`, {
      body: { status: 'accepted', confirmed_time: '2026-07-01T18:45:00+02:00' },
    });
    const page = await open();
    await logIn(page, tenant.owner);
    for (const fields of [{ Customer: 'jose angstrom' }, { Phone: '06 12 34 56 78', Number: 'web-1' }]) {
      await find(page, fields);
      expect(await page.getByRole('row', { name: 'WEB-1' }).count()).toBe(1);
      expect(await page.getByRole('row', { name: 'WEB-2' }).count()).toBe(0);
      expect(decodeURIComponent(page.url())).not.toMatch(/jose|12 34|web-1/i);
    }
    await page.getByRole('link', { name: 'WEB-1' }).click();
    expect(new URL(page.url()).pathname).toBe(`/back-office/locations/${location_id}/orders/${id}`);
    for (const text of [
      'Margherita',
      'Olives',
      'Well done, please',
      'Ring <b>twice</b>',
      '€30.10',
      '€10.10',
      '+33 6 12 34 56 78',
    ])
      await shows(page, text);
    const map = page.getByRole('link', { name: 'Show on the map' });
    expect(await map.getAttribute('href')).toBe(
      'https://www.openstreetmap.org/search?query=1%20rue%20des%20Nombres%2C%2075001%20Paris%2C%20France',
    );
    await eventually(async () => {
      await page.reload();
      const texts = await page.locator('.timeline li p').allInnerTexts();
      return texts.some((text) => text.startsWith('Till set the order to Accepted')) &&
        texts.some((text) => text.startsWith('Till was told, and answered 200'))
        ? texts
        : undefined;
    });
    const [first] = await page.locator('.timeline li p').allInnerTexts();
    expect(first).toBe('Website placed the order: New');
    await page.goBack();
    await shows(page, 'Orders found');
    if (hasScript) expect(await pageFaults(page)).toEqual([]);
  });

  test('the timeline tells the pushes of the delivery too', async () => {
    const id = await place('WEB-5', 'Ada');
    const delivery = { carrier: 'Bike', status: 'pending' };
    expect((await website.call(`POST /location/orders/${id}/delivery`, { body: delivery })).status).toBe(200);
    const page = await open();
    await logIn(page, tenant.owner);
    await eventually(async () => {
      await page.goto(search.replace('search', id));
      const texts = await page.locator('.timeline li p').allInnerTexts();
      return texts.some((text) => text.startsWith('Till was told about the delivery, and answered 200'));
    });
  });

  test('a day of orders becomes a file', async () => {
    await place('=cmd()', 'Ada');
    const page = await open({ acceptDownloads: true });
    await logIn(page, tenant.owner);
    await find(page, { Number: '=cmd' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=cmd()"`);
    expect(lines[1]).toContain(',2,30.10,20.00,EUR,Ada Ångström,');
  });

  test('the kitchen reads what to cook, and neither who ordered nor what it costs', async () => {
    const id = await place('WEB-3', 'Hopper');
    const page = await open();
    await logIn(page, await aMember(hub, location_id, 'kitchen'));
    await page.goto(search);
    await page.getByRole('link', { name: 'WEB-3' }).click();
    await shows(page, 'Well done, please');
    const text = await page.getByRole('main').innerText();
    expect(text).not.toMatch(/Hopper|€|\+33|Nombres|Card/);
    if (hasScript) expect(await pageFaults(page)).toEqual([]);
    expect((await page.goto(search.replace('/search', '/export')))?.status()).toBe(403);
    const [, elsewhere] = tenant.location_ids;
    expect((await page.goto(`/back-office/locations/${elsewhere}/orders/${id}`))?.status()).toBe(404);
  });

  test.each([
    ['a roll of 58 mm', 181],
    ['a roll of 80 mm', 272],
    ['A4', 794],
  ])('an order prints on %s', async (_paper, width) => {
    const id = await place('WEB-4', 'Lin');
    const page = await open();
    await logIn(page, tenant.owner);
    await page.goto(`/back-office/locations/${location_id}/orders/${id}`);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width, height: 1000 });
    for (const text of ['Margherita', 'Olives', '€30.10', '1 rue des Nombres', 'Louvre']) {
      expect(await page.getByRole('main').getByText(text).filter({ visible: true }).count()).toBeGreaterThan(0);
    }
    for (const hidden of ['.timeline', 'header', 'footer', '.map']) {
      expect(await page.locator(hidden).filter({ visible: true }).count()).toBe(0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/print-${width}.png`, fullPage: true });
  });
});
