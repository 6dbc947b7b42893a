import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { Locator, Page } from 'playwright-core';
import { enterPassword, press, somebody } from '../../src/browser/person.ts';
import { anOwnCatalog } from '../../src/own-catalog.ts';
import { apiOf } from '../../src/tenant.ts';
import { pageFaults, type Look } from './checks.ts';
import { inChromium } from './in-chromium.ts';

const look = sized<Look>('as it is', 'in every way');

/** The documentation in a real browser: it is for everybody, and asks nobody but the hub. */
inChromium('the documentation', ({ origin, open, openForAll }) => {
  const onePerTemplate = [
    '/docs',
    '/docs/orders',
    '/docs/reference/orders',
    '/docs/schemas/Restrictions',
    '/docs/search?q=order+status',
  ];

  /** One page of each kind, and the longest ones. */
  const paths = [
    '/docs',
    '/docs/orders',
    '/docs/glossary',
    '/docs/quickstarts/till',
    '/docs/reference',
    '/docs/reference/orders',
    '/docs/reference/events',
    '/docs/schemas',
    '/docs/schemas/OrderCreate',
    '/docs/schemas/Restrictions',
    '/docs/search',
    '/docs/search?q=order+status',
  ];

  let page: Page;
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    page = await openForAll();
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) elsewhere.push(request.url());
    });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  beforeEach(() => {
    elsewhere.length = 0;
    complaints.length = 0;
  });

  test.each(sized(onePerTemplate, paths))('%s is for everybody', async (path) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    expect([elsewhere, complaints]).toEqual([[], []]);
    expect(await pageFaults(page, look)).toEqual([]);
  });

  wideTest('a reader searches with the keyboard and opens what was found', async () => {
    const reader = await open({ javaScriptEnabled: false });
    await reader.goto('/docs');
    await reader.getByRole('searchbox').focus();
    await reader.keyboard.type('unknown outcomes');
    await reader.keyboard.press('Enter');
    await reader.getByRole('link', { name: 'Errors: Unknown outcomes' }).click();
    await reader.waitForURL('**/docs/errors#unknown-outcomes');
    expect(await reader.getByRole('heading', { level: 1 }).innerText()).toBe('Errors');
  });

  test('examples in other languages unfold without script', async () => {
    const reader = await open({ javaScriptEnabled: false });
    await reader.goto('/docs/reference/orders');
    const python = reader.locator('details', { hasText: 'requests.post(' }).first();
    expect(await python.getByText('requests.post(').isVisible()).toBe(false);
    await python.locator('summary').focus();
    await reader.keyboard.press('Enter');
    expect(await python.getByText('requests.post(').isVisible()).toBe(true);
  });
});

/** The documentation's examples, with the reader's own token, sent from their page. */
inChromium('examples of the documentation', ({ hub, open, openAs }) => {
  const person = somebody();
  const name = 'Pizza Test';
  let ids: { location_id: string; catalog_id: string };

  beforeAll(async () => {
    const operator = operatorClient(hub.operator);
    const { user_id, location_ids } = await createTenant(operator, {
      user: person,
      account: { name: 'Pizza', currency: 'EUR' },
      locations: [{ name, timezone: 'Europe/Paris' }],
    });
    const [location_id] = location_ids;
    const { client_id } = await createClient(operator, { user_id, name: 'Filler' });
    const connection = await createConnection(operator, {
      ...{ client_id, location_id },
      scope: everyRight({ location_id }),
    });
    ids = { location_id, catalog_id: (await anOwnCatalog(apiOf(hub.base_url, connection), 'Menu')).catalog_id };
  });

  /** Opens a page of the reference and chooses the location; the examples may change it. */
  async function chooseLocation(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await page.getByRole('link', { name: 'Choose one of your locations' }).click();
    await page.getByRole('radio', { name: 'Read and change' }).check();
    await press(page, 'Connect for an hour');
    await page.waitForURL(`**${path}`);
  }

  async function openPanel(page: Page, summary: string): Promise<{ form: Locator; status: Locator }> {
    const form = page.getByRole('form', { name: `Run: ${summary}`, exact: true });
    const heading = page.getByRole('heading', { name: summary, exact: true });
    await heading.locator('xpath=following::summary[1]').click();
    return { form, status: form.locator('xpath=following-sibling::*[@role="status"]') };
  }

  async function aReader(path: string): Promise<Page> {
    const page = await openAs(person);
    await chooseLocation(page, path);
    return page;
  }

  test('a reader logs in on the way, creates an order on the page and finds it in the hub', async () => {
    const page = await open();
    await page.goto('/docs/reference/orders');
    await page.getByRole('link', { name: 'Choose one of your locations' }).click();
    await enterPassword(page, person);
    await page.getByRole('radio', { name: 'Read and change' }).check();
    await press(page, 'Connect for an hour');
    await page.waitForURL('**/docs/reference/orders');

    const create = await openPanel(page, 'Create an order');
    const body = { status: 'new', items: [{ product_name: 'Calzone', price: '11.00 EUR', quantity: '1' }] };
    await create.form.getByLabel('Body').fill(JSON.stringify(body));
    await create.form.getByRole('button', { name: 'Run' }).press('Enter');
    const question = page.getByRole('dialog', { name: `Create an order in ${name}?` });
    await question.getByRole('button', { name: 'Run it' }).press('Enter');
    await create.status.getByText('200 OK').waitFor();
    expect(await create.status.getByLabel('Body').innerText()).toContain('"total": "11.00 EUR"');

    const list = await openPanel(page, 'List the orders of a location');
    await list.form.getByLabel('count').fill('1');
    await list.form.getByRole('button', { name: 'Run' }).click();
    expect(JSON.parse(await list.status.getByLabel('Body').innerText())).toMatchObject([body]);

    await page.goto(`/back-office/locations/${ids.location_id}/orders`);
    await page.getByRole('article').getByText('Calzone').waitFor();
  });

  test('a change that is not confirmed is not sent', async () => {
    const page = await aReader('/docs/reference/orders');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/v1/')) sent.push(`${request.method()} ${request.url()}`);
    });
    const { form } = await openPanel(page, 'Create an order');
    await form.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('dialog').waitFor();
    expect(sent).toEqual([]);
  });

  test('an id is filled in, and an error leads to its page', async () => {
    const page = await aReader('/docs/reference/catalogs');
    const { form, status } = await openPanel(page, 'Retrieve a catalog');
    const id = form.getByLabel('catalog_id');
    expect(await id.inputValue()).toBe(ids.catalog_id);
    await form.getByRole('button', { name: 'Run' }).click();
    await status.getByText('200 OK').waitFor();
    await id.fill('none');
    await form.getByRole('button', { name: 'Run' }).click();
    await status.getByText('404 Not Found').waitFor();
    await status.getByRole('link', { name: 'not_found' }).click();
    await page.waitForURL('**/docs/errors#not_found');
  });

  wideTest('a page with open panels and an answer is for everybody, at 320 pixels and in the dark', async () => {
    const page = await aReader('/docs/reference/accounts');
    const summaries = page.locator('.run summary');
    for (const summary of await summaries.all()) await summary.click();
    const form = page
      .getByRole('form')
      .filter({ has: page.getByRole('button', { name: 'Run' }) })
      .first();
    await form.getByRole('button', { name: 'Run' }).click();
    await page.locator('.run [role=status] .tag').first().waitFor();
    expect(await pageFaults(page, look)).toEqual([]);
  });

  test('without script the page has the examples to copy', async () => {
    const page = await openAs(person, { javaScriptEnabled: false });
    await chooseLocation(page, '/docs/reference/catalogs');
    expect(
      await page
        .locator('details', { hasText: `/v1/catalogs/${ids.catalog_id}` })
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await page.getByRole('button', { name: 'Run' }).count()).toBe(0);
  });
});
