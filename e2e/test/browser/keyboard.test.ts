/** The pages work with the keyboard alone, in reading order. */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aTenant } from '../../src/tenant.ts';
import { authorizePath, codeIn, exchange, theApplication } from './application.ts';
import { withAndWithoutScript } from './in-chromium.ts';

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'radio', name: string): Promise<void> {
  const wanted = page.getByRole('main').getByRole(role, { name });
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach the ${role} ${name}`);
}

withAndWithoutScript('the keyboard alone', ({ hub, open }) => {
  test('logs in, chooses a location and approves', async () => {
    const page = await open();
    const { owner } = await aTenant(hub);
    const application = await theApplication(hub);
    await page.goto(authorizePath(application));
    await tabTo(page, 'textbox', 'Email address');
    await page.keyboard.type(owner.email);
    await tabTo(page, 'textbox', 'Password');
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/authorize/place?**');
    await tabTo(page, 'radio', 'Louvre');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await tabTo(page, 'button', 'Continue');
    await page.keyboard.press('Space');
    await page.waitForURL('**/authorize/consent?**');
    await tabTo(page, 'button', 'Approve');
    await page.keyboard.press('Enter');
    const { body } = await exchange(hub, application, await codeIn(page));
    expect(body).toMatchObject({ location_name: 'Halles' });
  });

  test('passes over the menu', async () => {
    const page = await open();
    await page.goto('/back-office/log-in');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-email');
  });
});
