/** A client guesses passwords: the API keeps answering, and no log holds the guesses (docs/api/back-office.md#attempts). */
import { expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { openOwnBrowser } from '../../src/own-browser.ts';
import { aTenant } from '../../src/tenant.ts';
import { linesHolding } from '../../src/traces.ts';
import { overEveryBus } from '../over-every-bus.ts';
import { attackerAddress } from './attack.ts';

const logIn = '/back-office/log-in';
const guesses = 50;
const testMs = 120_000;

overEveryBus('passwords', (hub) => {
  const { origin } = new URL(hub.base_url);

  test(
    '50 log-ins at once hold up no other request, and the guesser has to wait in the end',
    async () => {
      const tenant = await aTenant(hub);
      const { call } = await tenant.connect('till', { location_id: tenant.location_ids[0] });
      const browser = openOwnBrowser(origin, attackerAddress);
      const form = await browser.open(logIn);
      const guess = () => browser.fill(logIn, form, { email: `${newId()}@example.com`, password: 'wrong' });
      const startedAt = Date.now();
      let left = guesses;
      const underWay = Array.from({ length: guesses }, async () => {
        const { status } = await guess();
        left -= 1;
        return status;
      });
      let answered = 0;
      while (left > 0) {
        expect((await call('GET /location')).status).toBe(200);
        if (left > 0) answered += 1;
      }
      expect(answered).toBeGreaterThan(0);
      const statuses = await Promise.all(underWay);
      // 503: on a slow machine some wait too long for their turn. Their passwords are not checked and do not count.
      expect(new Set([...statuses, 422, 429, 503])).toEqual(new Set([422, 429, 503]));
      const checked = statuses.filter((status) => status === 422).length;
      // From the 20th guess on the guesser waits for 1, 2, 4 … seconds. On a slow machine some of these waits end meanwhile.
      const waitsEnded = Math.floor(Math.log2((Date.now() - startedAt) / 1_000 + 1));
      expect(checked).toBeLessThanOrEqual(20 + waitsEnded);
      let refused = await guess();
      for (let more = checked; refused.status === 422 && more < 30; more += 1) refused = await guess();
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      expect(refused.html).toContain('Please try again in');
      browser.close();
    },
    testMs,
  );

  test('and other secrets are in no log', async () => {
    const [email, password, wrong] = [`${newId()}@example.com`, `password of ${newId()}`, `wrong ${newId()}`];
    const browser = openOwnBrowser(origin);
    const secrets = [password, wrong];
    const noteAll = () => secrets.push(...browser.cookies.values());
    const names = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
    const form = await browser.open('/back-office/sign-up');
    const signedUp = await browser.fill('/back-office/sign-up', form, { email, password, ...names });
    expect(signedUp.status).toBe(303);
    noteAll();
    const again = await browser.open(logIn);
    secrets.push(/ name="form_token" value="([^"]*)"/.exec(again.html)?.[1] ?? '');
    expect((await browser.fill(logIn, again, { email, password: wrong })).status).toBe(422);
    expect((await browser.fill(logIn, again, { email, password })).status).toBe(303);
    noteAll();
    const tenant = await aTenant(hub);
    const till = await tenant.connect('till', { location_id: tenant.location_ids[0] });
    secrets.push(till.client_secret, till.access_token, 'hub_code_of_the_test');
    for (const [path, name, value] of [
      ['token', 'code', 'hub_code_of_the_test'],
      ['revoke', 'token', till.access_token],
    ] as const) {
      const { client_id, client_secret } = till;
      const body = new URLSearchParams({ client_id, client_secret, [name]: value });
      await (await fetch(`${origin}/oauth2/v1/${path}`, { method: 'POST', body })).text();
    }
    browser.close();
    expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
    // The line of the last request is the last one written.
    await eventually(() => linesHolding(hub.logs, ['/oauth2/v1/revoke']).length > 0);
    expect(linesHolding(hub.logs, secrets)).toEqual([]);
  });
});
