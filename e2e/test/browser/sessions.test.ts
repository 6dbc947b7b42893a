/** Signing up, logging in and logging out (docs/api/back-office.md#sessions). */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterBusiness, enterPassword, logIn, press, somebody } from '../../src/browser/person.ts';
import { aTenant } from '../../src/tenant.ts';
import { withAndWithoutScript } from './in-chromium.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();
const path = (page: Page) => new URL(page.url()).pathname;
const faults = (page: Page) => page.getByRole('alert').getByRole('link').allInnerTexts();

withAndWithoutScript('signing up and logging in', ({ hub, open }) => {
  test('somebody new finds the hub, signs up and has an account with a location', async () => {
    const page = await open();
    await page.goto('/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await enterBusiness(page, somebody());
    await page.waitForURL('**/back-office');
    expect(await title(page)).toBe('Businesses');
    expect(await page.getByRole('heading', { level: 2, name: 'Chez Ada' }).count()).toBe(1);
    expect(await page.getByRole('cell', { name: 'Rue du Bac' }).count()).toBe(1);
  });

  test('a developer signs up without a business, and starts with the first application', async () => {
    const page = await open();
    const { email, password } = somebody();
    await page.goto('/back-office/sign-up');
    await page.getByRole('radio', { name: 'I develop applications' }).check();
    expect(await page.getByLabel('Name of the business').isVisible()).toBe(false);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill('short');
    await press(page, 'Create the account');
    expect(await faults(page)).toEqual(['Password must have at least 8 characters']);
    expect(await page.getByRole('radio', { name: 'I develop applications' }).isChecked()).toBe(true);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Create the account');
    await page.waitForURL('**/back-office/clients');
    expect(await title(page)).toBe('API clients');
    await page.getByRole('main').getByRole('link', { name: 'test shop' }).click();
    await page.waitForURL('**/back-office/test-shop');
  });

  test('what is wrong is said beside its field, and the rest is kept', async () => {
    const page = await open();
    const { owner } = await aTenant(hub);
    await page.goto('/back-office/sign-up');
    await enterBusiness(page, { ...owner, password: 'short' });
    expect(await faults(page)).toEqual(['Password must have at least 8 characters']);
    const password = page.getByLabel('Password');
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    expect(await password.inputValue()).toBe('');
    expect(await page.getByLabel('Name of the business').inputValue()).toBe('Chez Ada');
    await page.getByRole('alert').getByRole('link').click();
    expect(await password.evaluate((field) => field.matches(':focus, :target'))).toBe(true);
    await enterBusiness(page, owner);
    expect(await faults(page)).toEqual([expect.stringContaining('Email')]);
  });

  test('who has to log in first is led back to the page that was asked for', async () => {
    const page = await open();
    const { owner, account_id } = await aTenant(hub);
    await page.goto(`/back-office/accounts/${account_id}/update`);
    expect(await title(page)).toBe('Log in');
    await enterPassword(page, { ...owner, password: 'not this one' });
    expect(await faults(page)).toEqual(['Email address or password is wrong']);
    await enterPassword(page, owner);
    expect(path(page)).toBe(`/back-office/accounts/${account_id}/update`);
  });

  test('an account is renamed; reloading and going back change nothing', async () => {
    const page = await open();
    const { owner, account_id } = await aTenant(hub);
    await logIn(page, owner);
    await page.goto(`/back-office/accounts/${account_id}/update`);
    await page.getByLabel('Name').fill('  ');
    await page.getByRole('button', { name: 'Rename' }).click();
    expect(await faults(page)).toEqual(['Name must not be empty']);
    await page.reload();
    expect(await faults(page)).toEqual(['Name must not be empty']);
    await page.goto(page.url());
    await page.getByLabel('Name').fill('Chez Grace');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.waitForURL(`**/back-office/accounts/${account_id}`);
    await page.reload();
    await page.goBack();
    expect(await page.getByLabel('Name').inputValue()).toBe('Chez Grace');
    await page.goto('/back-office');
    expect(await page.getByRole('heading', { level: 2, name: 'Chez Grace' }).count()).toBe(1);
  });

  test('after logging out, neither the back button nor the page of another tab shows what was there', async () => {
    const page = await open();
    const { owner } = await aTenant(hub);
    await logIn(page, owner);
    const other = await page.context().newPage();
    await other.goto('/back-office');
    await page.getByRole('button', { name: 'Log out' }).click();
    expect(await page.getByRole('status').innerText()).toBe('You are logged out.');
    await page.reload();
    expect(await page.getByRole('status').count()).toBe(0);
    await page.goBack();
    expect(await title(page)).toBe('Log in');
    await other.getByRole('button', { name: 'Log out' }).click();
    expect(await title(other)).toBe('Log in');
    await logIn(page, owner);
    expect(await title(page)).toBe('Businesses');
  });
});
