/** An order is refused: its developer finds out why by the request id, and the merchant sees that it failed. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@order-hub/testing/call';
import { logIn, press } from '../../src/browser/person.ts';
import { aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { pageFaults } from './checks.ts';
import { inChromium } from './in-chromium.ts';

const patienceMs = 30_000;
/** What is sent, and must be on no page. */
const personal = ['lovelace', '33612345678'];

inChromium('a request log', ({ hub, open }) => {
  let tenant: Tenant;
  let till: Connected;
  let refused_id: string;

  beforeAll(async () => {
    tenant = await aTenant(hub);
    till = await tenant.connect('Till', { location_id: tenant.location_ids[0] });
    const { body: list } = await till.call('POST /location/customer_lists', { body: { name: 'Guests' } });
    const customers = `/customer_lists/${list.id}/customers`;
    await till.call(`GET ${customers}?email=lovelace@example.com&count=5`);
    await till.call(`GET ${customers}/ada.lovelace@example.com`);
    const { status, headers } = await till.call('POST /location/orders', {
      body: {
        status: 'new',
        customer: { phone: '+33612345678' },
        items: [{ product_name: 'Calzone', price: 'eleven' }],
      },
      headers: { 'idempotency-key': 'lovelace' },
    });
    expect(status).toBe(422);
    refused_id = headers.get('x-request-id') ?? '';
    await eventually(async () => (await till.api.listRequests().toArray()).length >= 4, patienceMs);
  });

  const shows = (page: Page, text: string) => page.getByRole('main').getByText(text).first().waitFor();

  async function expectHarmless(page: Page): Promise<void> {
    const content = (await page.content()).toLowerCase();
    for (const secret of [...personal, till.access_token.toLowerCase()]) expect(content).not.toContain(secret);
    expect(await pageFaults(page)).toEqual([]);
  }

  test('finds a request by its id, says why it failed, and how to repeat it', async () => {
    const page = await open();
    await logIn(page, tenant.owner);
    await page.goto(`/back-office/clients/${till.client_id}`);
    await page.getByRole('link', { name: 'All requests' }).click();
    await shows(page, `/v1/customer_lists/`);
    await page.getByLabel('Request id').fill(refused_id);
    await press(page, 'Show');
    expect(await page.getByRole('row', { name: /POST \/v1\/location\/orders/ }).count()).toBe(1);
    await page.getByRole('link', { name: 'As curl' }).click();
    for (const text of ['POST /v1/location/orders', '422', 'items.0.price', '-H "X-Access-Token: $TOKEN"'])
      await shows(page, text);
    await expectHarmless(page);
    await page.getByRole('link', { name: 'invalid_fields' }).click();
    expect(new URL(page.url()).pathname).toBe('/docs/errors');
  });

  test('shows the merchant what failed, and nothing personal', async () => {
    const page = await open();
    await logIn(page, tenant.owner);
    await page.goto(`/back-office/connections/${till.id}`);
    await page.getByRole('link', { name: 'Request log' }).click();
    expect(await page.getByRole('row', { name: /email=…&count=5/ }).count()).toBe(1);
    await expectHarmless(page);
    await page.getByLabel('Status').selectOption('failed');
    await press(page, 'Show');
    expect(await page.getByRole('row', { name: /POST .*422/s }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /customers\/….*404/s }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /^200|\b200\b/ }).count()).toBe(0);
  });
});
