/** The documentation in a real browser: it is for everybody, and asks nobody but the hub. */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pageFaults } from './checks.ts';
import { inChromium } from './in-chromium.ts';

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

inChromium('the documentation', ({ origin, open, openForAll }) => {
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

  test.each(paths)('%s is for everybody', async (path) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    expect([elsewhere, complaints]).toEqual([[], []]);
    expect(await pageFaults(page)).toEqual([]);
  });

  test('a reader searches with the keyboard and opens what was found', async () => {
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
