/** A client guesses passwords: the API keeps answering, and no log holds the guesses (docs/api/back-office.md#attempts). */
import { expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { newId } from '@order-hub/shared/ids';
import { createPasswordLink } from '@order-hub/shared/management/users';
import { eventually } from '@order-hub/testing/call';
import { openOwnBrowser } from '../../src/browser/own-browser.ts';
import { aTenant, type Connected } from '../../src/tenant.ts';
import { linesHolding } from '../../src/traces.ts';
import { overEveryBus } from '../over-every-bus.ts';
import { attackerAddress } from './attack.ts';

const logIn = '/back-office/log-in';
const guesses = 50;
const testMs = 120_000;

/** An address of this machine, if it has more than one; each has limits of its own. */
const addressOf = (index: number) => (process.platform === 'linux' ? `127.0.3.${index}` : '127.0.0.1');

/** Sends token requests with an unknown code, one after the other, and returns their statuses: 400 if all is well. */
async function tokenRequests(origin: string, { client_id, client_secret }: Connected, times: number) {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const body = new URLSearchParams({ client_id, client_secret, code: 'unknown' });
    const response = await fetch(`${origin}/oauth2/v1/token`, { method: 'POST', body });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

overEveryBus('passwords', (hub) => {
  const { origin } = new URL(hub.base_url);

  // How long the others wait is measured: `npm run bench -- auth`.
  test(
    'the API answers during 50 concurrent log-ins, and the guesser has to wait in the end',
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

  test('wrong passwords from one address do not keep the user out elsewhere, and a password link ends their waits', async () => {
    const { owner, user_id } = await aTenant(hub);
    const guesser = openOwnBrowser(origin, addressOf(2));
    const form = await guesser.open(logIn);
    const statuses = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await guesser.fill(logIn, form, { email: owner.email, password: 'wrong' })).status);
    expect(statuses).toContain(429);
    const elsewhere = openOwnBrowser(origin, addressOf(1));
    expect((await elsewhere.fill(logIn, await elsewhere.open(logIn), owner)).status).toBe(303);
    const { ask } = operatorClient(hub.operator);
    const { url } = await ask(createPasswordLink, { params: { user_id } });
    const link = url.slice(url.indexOf('/back-office'));
    const new_password = 'staple the correct battery';
    expect((await guesser.fill(link, await guesser.open(link), { new_password })).status).toBe(303);
    expect((await guesser.fill(logIn, form, { email: owner.email, password: new_password })).status).toBe(303);
    guesser.close();
    elsewhere.close();
  });

  test(
    "during a flood of successful log-ins, others' token requests and log-ins succeed",
    async () => {
      const attackers = await Promise.all([aTenant(hub), aTenant(hub), aTenant(hub), aTenant(hub)]);
      let isOver = false;
      const answered: number[] = [];
      const flood = attackers.flatMap(({ owner }, index) =>
        Array.from({ length: 8 }, async () => {
          const browser = openOwnBrowser(origin, addressOf(10 + index));
          const form = await browser.open(logIn);
          while (!isOver) {
            // Without its session, each log-in is one of a new browser.
            browser.cookies.delete('__Host-session');
            browser.cookies.delete('session');
            answered.push((await browser.fill(logIn, form, owner)).status);
          }
          browser.close();
        }),
      );
      const others = await Promise.all(Array.from({ length: 8 }, () => aTenant(hub)));
      const till = await others[0]?.connect('till', { location_id: others[0].location_ids[0] });
      const token = await tokenRequests(origin, till as Connected, 40);
      const logIns = [];
      for (const [index, { owner }] of others.entries()) {
        const browser = openOwnBrowser(origin, addressOf(20 + index));
        logIns.push((await browser.fill(logIn, await browser.open(logIn), owner)).status);
        browser.close();
      }
      isOver = true;
      await Promise.all(flood);
      expect(new Set(token)).toEqual(new Set([400]));
      expect(logIns).toEqual(others.map(() => 303));
      // Ten a minute for each user, and the flood may last into a second minute.
      expect(answered.filter((status) => status === 303).length).toBeLessThanOrEqual(2 * 10 * attackers.length);
      expect(new Set([...answered, 303, 429, 503])).toEqual(new Set([303, 429, 503]));
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
