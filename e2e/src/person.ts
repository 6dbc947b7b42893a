/** What a person does with the pages of a hub. */
import type { Page } from 'playwright-core';

export type Person = { email: string; password: string };

let count = 0;

/** Somebody whom the hub does not know yet. */
export const somebody = (): Person => ({
  email: `ada-${process.pid}-${Date.now().toString(36)}-${(count += 1)}@example.com`,
  password: 'correct horse battery',
});

/** Fills in the log-in page that is open, and sends it. */
export async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/** Opens the log-in page, and logs in. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/back-office/log-in');
  await enterPassword(page, person);
  await page.waitForURL('**/back-office');
}

/** Fills in the sign-up page that is open, and sends it. The business is Chez Ada, with a location in rue du Bac. */
export async function enterBusiness(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Name of the business').fill('Chez Ada');
  await page.getByLabel('First location').fill('Rue du Bac');
  await page.getByLabel('Country').selectOption('FR');
  await page.getByRole('button', { name: 'Create the account' }).click();
}

/** Presses a button of the page. */
export const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();

/** Chooses one of the list that is shown, and goes on. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await press(page, 'Continue');
}
