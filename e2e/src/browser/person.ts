/** What a person does on the pages of a hub. */
import type { BrowserContext, Page } from 'playwright-core';

export type Person = { email: string; password: string };

let count = 0;

/** A person who has not signed up yet. */
export const somebody = (): Person => ({
  email: `ada-${process.pid}-${Date.now().toString(36)}-${(count += 1)}@example.com`,
  password: 'correct horse battery',
});

/** Fills in and sends the open log-in page. */
export async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

/** Opens the log-in page, and logs in. Where that leads depends on the person: the kitchen lands on its board. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/back-office/log-in');
  await enterPassword(page, person);
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/back-office/log-in'));
}

/** Gives a browser the session of a person, without showing a page. */
export async function logInUnseen({ request }: BrowserContext, { email, password }: Person): Promise<void> {
  const path = '/back-office/log-in';
  const html = await (await request.get(path)).text();
  const form_token = / name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const answer = await request.post(path, { form: { form_token, email, password }, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`${email} cannot log in: ${answer.status()} ${await answer.text()}`);
}

/** Fills in and sends the open sign-up page. The business is Chez Ada, with a location in Rue du Bac. */
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

/** Chooses an entry of the list on the page, and continues. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await press(page, 'Continue');
}
