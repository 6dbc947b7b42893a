/** What a person does with second factors on the pages of a hub. */
import { totpCode } from '@order-hub/testing/totp';
import type { Page } from 'playwright-core';
import { press } from './person.ts';

export const secondFactorPath = '/back-office/profile/second-factor';

/** An authenticator app: its key, in base 32. */
export type App = { key: string };

/** Fills in and sends the open page for a code: of the present step, or of one after it. */
export async function enterCode(page: Page, { key }: App, { steps = 0, button = 'Log in' } = {}): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(totpCode(key, new Date(), steps));
  await press(page, button);
}

/** Adds an authenticator app on its open page, with its present code. Shows the recovery codes if it is the first. */
export async function addApp(page: Page): Promise<App> {
  const app = { key: (await page.locator('code.key').innerText()).replaceAll(' ', '') };
  await enterCode(page, app, { button: 'Add the app' });
  await page.getByRole('heading', { level: 1, name: /^(?:Your recovery codes|Second factors)$/ }).waitFor();
  return app;
}

export const recoveryCodes = (page: Page) =>
  page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
