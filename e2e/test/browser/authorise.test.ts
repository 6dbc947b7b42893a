import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from '@order-hub/operator/tenant';
import { newId } from '@order-hub/shared/ids';
import { serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { Page } from 'playwright-core';
import { choose, enterBusiness, enterPassword, press, somebody } from '../../src/browser/person.ts';
import { callWith } from '../../src/call-api.ts';
import { aTenant, type Tenant } from '../../src/tenant.ts';
import { linesHolding } from '../../src/traces.ts';
import { answerIn, authorizePath, codeIn, exchange, outOfBand, theApplication } from './application.ts';
import { inChromium, withAndWithoutScript, withAndWithout, type Script } from './in-chromium.ts';

/** A user authorises an application (docs/api/authentication.md#web-application-flow). */
withAndWithoutScript(
  'letting an application in',
  sized<readonly Script[]>(['with script'], withAndWithout),
  ({ hub, open, openAs }) => {
    const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

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

      wideTest('gets the same token for the same location again, and another for another', async () => {
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

      wideTest('creates the location on the way', async () => {
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

      wideTest('copies the code into an installed application', async () => {
        page = await openAs(tenant.owner);
        await page.goto(authorizePath(application, { redirect_uri: outOfBand }));
        await choose(page, 'Halles');
        await press(page, 'Approve');
        const code = await page.getByLabel('The code for Kiosk').inputValue();
        expect((await exchange(hub, application, code, outOfBand)).body.location_name).toBe('Halles');
      });

      test('cannot choose a location of somebody else, whatever is done to the form', async () => {
        const stranger = await aTenant(hub);
        page = await openAs(tenant.owner);
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

      wideTest('goes back and reloads between the steps', async () => {
        page = await openAs(tenant.owner);
        const consent = page.getByRole('heading', { name: 'Connect Kiosk?' });
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
  },
);

/** The pages work with the keyboard alone, in reading order. */
withAndWithoutScript(
  'the keyboard alone',
  sized<readonly Script[]>(['without script'], withAndWithout),
  ({ hub, open }) => {
    /** Presses Tab until this element has the focus. */
    async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'radio', name: string): Promise<void> {
      const wanted = page.getByRole('main').getByRole(role, { name });
      for (let stop = 0; stop < 30; stop += 1) {
        await page.keyboard.press('Tab');
        if (await wanted.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`Tab does not reach the ${role} ${name}`);
    }

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
  },
);

/** An authorisation leaves no secret in any log, even at the log level debug. */
inChromium('the logs after an authorisation', ({ hub, origin, open }) => {
  /** The secrets in the open page: the sealed request, and the tokens of its forms. */
  async function carried(page: Page): Promise<string[]> {
    const sealed = new URL(page.url()).searchParams.get('request');
    const hidden = page.locator('input[type=hidden]');
    const values = await hidden.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    return [...(sealed === null ? [] : [sealed]), ...values];
  }

  let db: pg.Client;
  beforeAll(async () => {
    db = new pg.Client({ connectionString: hub.database_url });
    await db.connect();
  });
  afterAll(() => db.end());

  /** Signs up, approves, exchanges the code and calls the API, with mistakes on the way. Returns all secrets involved. */
  async function letIn(): Promise<string[]> {
    const [application, person] = [await theApplication(hub), { ...somebody(), password: `password-${newId()}` }];
    const [state, wrong] = [`state-${newId()}`, `hub_secret_wrong-${newId()}`];
    const page = await open();
    await page.goto(authorizePath(application, { state }));
    await enterPassword(page, { ...person, password: wrong });
    await page.getByRole('alert').waitFor();
    const secrets = [state, wrong, person.password, application.client_secret, ...(await carried(page))];
    await page.getByRole('link', { name: 'Create an account' }).click();
    await enterBusiness(page, person);
    await page.waitForURL('**/authorize/place?**');
    secrets.push(...(await carried(page)));
    await choose(page, 'Rue du Bac');
    await page.waitForURL('**/authorize/consent?**');
    secrets.push(...(await carried(page)));
    await press(page, 'Approve');
    const code = await codeIn(page);
    expect((await exchange(hub, { ...application, client_secret: wrong }, code)).status).toBe(401);
    const { access_token } = (await exchange(hub, application, code)).body;
    expect((await exchange(hub, application, code)).status).toBe(400);
    expect((await callWith(hub.base_url, access_token)('GET /location')).status).toBe(200);
    const cookies = await page.context().cookies(origin);
    expect(cookies.map(({ name }) => name).sort()).toEqual(['hub-browser', 'hub-session']);
    return [...secrets, code, access_token, ...cookies.map(({ value }) => value)];
  }

  /** Waits until each log holds a line written just now: a search that reads no file would find nothing either. */
  async function awaitLogs(): Promise<void> {
    const mark = newId();
    await fetch(origin, { headers: { 'x-request-id': mark } });
    await db.query(`do $$ begin raise warning '${mark}'; end $$`);
    await eventually(() => hub.logs.every((log) => linesHolding([log], [mark]).length > 0));
    const unseen = serviceNames.filter((name) => linesHolding(hub.logs, [`"service":"${name}"`]).length === 0);
    expect(unseen).toEqual([]);
  }

  test('hold no secret, of this authorisation or any before', async () => {
    const secrets = await letIn();
    expect(secrets.length).toBeGreaterThan(12);
    expect(secrets.filter((secret) => secret.length < 16)).toEqual([]);
    await awaitLogs();
    expect(linesHolding(hub.logs, [...secrets, 'hub_code_', 'hub_secret_'])).toEqual([]);
  });
});
