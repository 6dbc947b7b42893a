/** An authorisation leaves no secret in any log, even at the log level debug. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { callWith } from '../../src/call-api.ts';
import { choose, enterBusiness, enterPassword, press, somebody } from '../../src/browser/person.ts';
import { linesHolding } from '../../src/traces.ts';
import { authorizePath, codeIn, exchange, theApplication } from './application.ts';
import { inChromium } from './in-chromium.ts';

/** The secrets in the open page: the sealed request, and the tokens of its forms. */
async function carried(page: Page): Promise<string[]> {
  const sealed = new URL(page.url()).searchParams.get('request');
  const hidden = page.locator('input[type=hidden]');
  const values = await hidden.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  return [...(sealed === null ? [] : [sealed]), ...values];
}

inChromium('the logs after an authorisation', ({ hub, origin, open }) => {
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
