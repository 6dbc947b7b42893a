/** A user authorises an application (docs/api/authentication.md#web-application-flow). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from '@order-hub/operator/tenant';
import type { Page } from 'playwright-core';
import { callWith } from '../../src/call-api.ts';
import { choose, enterBusiness, enterPassword, logIn, press, somebody } from '../../src/browser/person.ts';
import { aTenant, type Tenant } from '../../src/tenant.ts';
import { answerIn, authorizePath, codeIn, exchange, outOfBand, theApplication } from './application.ts';
import { withAndWithoutScript } from './in-chromium.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

withAndWithoutScript('letting an application in', ({ hub, open }) => {
  let application: Client;
  let page: Page;
  beforeEach(async () => {
    application = await theApplication(hub);
    page = await open();
  });

  /** The name of the location that a token gives access to. */
  const locationOf = async (token: string) => (await callWith(hub.base_url, token)('GET /location')).body.name;

  test('somebody new signs up on the way, approves, and the token opens the new location', async () => {
    await page.goto(authorizePath(application, { state: 'a b&c', location_name: 'Prefilled', country: 'FR' }));
    await page.getByRole('link', { name: 'Create an account' }).click();
    expect(await page.getByLabel('First location').inputValue()).toBe('Prefilled');
    await enterBusiness(page, somebody());
    await choose(page, 'Rue du Bac');
    expect(await title(page)).toBe('Connect Kiosk?');
    await press(page, 'Approve');
    expect(await answerIn(page)).toMatchObject({ state: 'a b&c', iss: expect.stringContaining('/oauth2/v1') });
    const { status, body } = await exchange(hub, application, await codeIn(page));
    expect([status, body.location_name, body.account_name]).toEqual([200, 'Rue du Bac', 'Chez Ada']);
    expect(await locationOf(body.access_token)).toBe('Rue du Bac');
  });

  describe('a user of the hub', () => {
    let tenant: Tenant;
    beforeEach(async () => {
      tenant = await aTenant(hub);
    });

    test('gets the same token for the same location again, and another for another', async () => {
      await page.goto(authorizePath(application));
      await enterPassword(page, tenant.owner);
      const tokens: string[] = [];
      for (const name of ['Louvre', 'Louvre', 'Halles']) {
        await page.goto(authorizePath(application));
        await choose(page, name);
        await press(page, 'Approve');
        tokens.push((await exchange(hub, application, await codeIn(page))).body.access_token);
      }
      const [first, second, third] = tokens;
      expect(second).toBe(first);
      expect(third).not.toBe(first);
    });

    test('creates the location on the way', async () => {
      await page.goto(authorizePath(application));
      await enterPassword(page, tenant.owner);
      await page.getByRole('link', { name: 'Create a new location' }).click();
      await page.getByLabel('Name of the location').fill('Rue de Sèvres');
      await page.getByLabel('Country').selectOption('FR');
      await press(page, 'Create the location');
      await press(page, 'Approve');
      const { body } = await exchange(hub, application, await codeIn(page));
      expect(await locationOf(body.access_token)).toBe('Rue de Sèvres');
    });

    test('refuses', async () => {
      await page.goto(authorizePath(application, { state: 's' }));
      await enterPassword(page, tenant.owner);
      await choose(page, 'Louvre');
      await press(page, 'Refuse');
      expect(await answerIn(page)).toMatchObject({ error: 'access_denied', state: 's' });
    });

    test('copies the code into an installed application', async () => {
      await logIn(page, tenant.owner);
      await page.goto(authorizePath(application, { redirect_uri: outOfBand }));
      await choose(page, 'Halles');
      await press(page, 'Approve');
      const code = await page.getByLabel('The code for Kiosk').inputValue();
      expect((await exchange(hub, application, code, outOfBand)).body.location_name).toBe('Halles');
    });

    test('cannot choose a location of somebody else, whatever is done to the form', async () => {
      const stranger = await aTenant(hub);
      await logIn(page, tenant.owner);
      await page.goto(authorizePath(application));
      const radio = page.getByRole('radio', { name: 'Louvre' });
      await radio.evaluate((input, id) => void ((input as HTMLInputElement).value = id), stranger.location_ids[0]);
      await choose(page, 'Louvre');
      expect(await title(page)).toBe('There is no such page');
      await page.goto(authorizePath(application));
      await choose(page, 'Louvre');
      await page.locator('form:has(button[value=approve])').evaluate((form, id) => {
        const field = document.createElement('input');
        Object.assign(field, { type: 'hidden', name: 'location_id', value: id });
        form.append(field);
      }, stranger.location_ids[0]);
      await press(page, 'Approve');
      expect(await title(page)).toBe('Connect Kiosk?');
      expect(await page.getByRole('main').innerText()).toContain('Nothing was approved');
    });

    test('goes back and reloads between the steps', async () => {
      const consent = page.getByRole('heading', { name: 'Connect Kiosk?' });
      await logIn(page, tenant.owner);
      await page.goto(authorizePath(application));
      await page.reload();
      await choose(page, 'Louvre');
      await consent.waitFor();
      await page.reload();
      await page.goBack();
      await choose(page, 'Halles');
      await consent.waitFor();
      await page.goBack();
      await page.goForward();
      await press(page, 'Approve');
      const code = await codeIn(page);
      expect((await exchange(hub, application, code)).body.location_name).toBe('Halles');
      await page.goBack();
      expect(await title(page)).toBe('Connect Kiosk?');
      expect((await exchange(hub, application, code)).status).toBe(400);
    });
  });
});
