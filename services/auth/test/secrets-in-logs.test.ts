/** No secret is in a log, not even at the level debug. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { hiddenFields, openBrowser, sessionsPath } from './browser.ts';
import { aTenant } from './builders.ts';
import { aSelection, clientHeader, issue, sendForm, startNeighbours, type Neighbours } from './issued-codes.ts';
import { startTestAuth, type TestAuth } from './service.ts';

const lines: string[] = [];
const log = openLog('auth', 'debug', { write: (line: string) => void lines.push(line) });

let auth: TestAuth;
let neighbours: Neighbours;
beforeAll(async () => {
  auth = await startTestAuth({ log });
  neighbours = await startNeighbours();
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

const person = () => ({ email: `${newId()}@example.com`, password: `password of ${newId()}` });

/** Signs up, logs out and in, guesses wrong, confirms. Returns every secret of it. */
async function useThePages(): Promise<string[]> {
  const { email, password } = person();
  const wrong = `wrong ${newId()}`;
  const browser = openBrowser(auth);
  const form = await browser.open('/back-office/sign-up');
  const names = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
  await browser.send(form, { email: 'no address', password, ...names });
  await browser.send(form, { email, password, ...names });
  const secrets = [password, wrong, ...browser.cookies.values(), ...Object.values(hiddenFields(form))];
  await browser.send(await browser.open('/back-office/log-out'));
  const logIn = await browser.open('/back-office/log-in');
  await browser.send(logIn, { email, password: wrong });
  await browser.send(logIn, { email, password });
  const confirm = await browser.open('/back-office/confirm');
  await browser.send(confirm, { password: wrong });
  await browser.send(confirm, { password });
  await browser.send(confirm, { password, form_token: 'of another page' });
  return [...secrets, ...browser.cookies.values(), ...Object.values(hiddenFields(confirm))];
}

/** Registers a client, shows its secret, and exchanges and revokes as its server does. Returns every secret of it. */
async function useOAuth(): Promise<string[]> {
  const tenant = await aTenant(auth);
  const code = await issue(auth, neighbours, aSelection(tenant));
  const headers = clientHeader(tenant);
  const { body } = await sendForm(auth, 'token', { code }, headers);
  const again = await sendForm(auth, 'token', { code }, headers);
  expect(again.status).toBe(400);
  const { access_token } = body;
  await auth.internal(`GET /internal/connections/${digest(access_token)}`);
  // Old clients send all of them in the query.
  for (const path of ['token', 'revoke', 'token/nothing']) {
    const query = new URLSearchParams({ code, token: `hub_${newId()}`, ...tenant.client });
    await auth.call(`POST /oauth2/v1/${path}?${query}`);
    await auth.call(`POST /oauth2/v1/${path}?${query}&code=${code}`);
  }
  await sendForm(auth, 'revoke', { token: access_token }, headers);
  await sendForm(auth, 'revoke', { token: access_token }, {});
  return [code, access_token, tenant.client.client_secret, headers.authorization.slice('Basic '.length)];
}

/** The same while the database fails: errors are logged in more detail. */
async function useBroken(): Promise<string[]> {
  await auth.db.query(
    'alter table sessions rename to sessions_away; alter table authorization_codes rename to codes_away',
  );
  const { email, password } = person();
  const code = `hub_code_${newId()}`;
  const browser = openBrowser(auth);
  await browser.send(await browser.open('/back-office/log-in'), { email, password });
  await openBrowser(auth, { cookie: `__Host-session=${'c0ffee'.repeat(8)}` }).open(sessionsPath);
  await sendForm(auth, 'token', { code, client_id: 'nobody', client_secret: 'hub_secret_x' }, {});
  await auth.call(`POST /oauth2/v1/token?code=${code}&client_id=nobody&client_secret=hub_secret_x`);
  await auth.db.query(
    'alter table sessions_away rename to sessions; alter table codes_away rename to authorization_codes',
  );
  return [password, code, 'c0ffee'.repeat(8), 'hub_secret_x', ...browser.cookies.values()];
}

test('no line has a password, a code, a token, a secret, a cookie or a form token', async () => {
  const secrets = [...(await useThePages()), ...(await useOAuth()), ...(await useBroken())];
  expect(secrets.length).toBeGreaterThan(12);
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
  expect(lines.join('')).toContain('sessions');
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});
