/** Letting an application in: who logs in first, who was here before, and who has not paid (docs/api/authentication.md#connection-reuse). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { aGuest, approve, authorizePath, back, begin, codesOf, exchange, letIn, sentTo } from './authorizing.ts';
import { openBrowser } from './browser.ts';
import { aLocation } from './builders.ts';
import { callerOf, startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

describe('who is not logged in', () => {
  test('logs in, is told for whom, and comes back', async () => {
    const guest = await aGuest(auth);
    const browser = openBrowser(auth);
    const form = await begin(guest, { state: 'a&b=c' }, browser);
    expect(form.url).toContain('/back-office/log-in?continue=');
    expect(form.html).toContain('To connect Till.');
    const choice = await browser.send(form, guest.credentials);
    expect(choice.html).toContain('<h1>Choose a location</h1>');
  });

  test('signs up with what the application knows, and chooses the new location', async () => {
    const guest = await aGuest(auth);
    const browser = openBrowser(auth);
    const logIn = await begin(guest, { account_name: 'Da Bruno', location_name: 'Corso', country: 'IT' }, browser);
    const form = await browser.open(logIn.url.replace('/log-in?', '/sign-up?'));
    expect(form.html).toContain('Then you can connect Till.');
    expect(form.html).toContain('value="Da Bruno"');
    const email = `${newId()}@example.com`;
    const person = { first_name: '', last_name: '', email, password: 'correct horse battery' };
    const choice = await browser.send(form, {
      ...person,
      account_name: 'Da Bruno',
      location_name: 'Corso',
      country: 'IT',
    });
    expect(choice.html).toContain('Corso');
  });

  test('the longest request there can be goes through the log-in page and all others', async () => {
    const guest = await aGuest(auth);
    const browser = openBrowser(auth);
    const path = authorizePath({
      ...{ client_id: guest.client_id, redirect_uri: back, scope: 'location[orders.write]' },
      ...{ state: '/'.repeat(2_048), name: 'n'.repeat(255) },
    });
    const longest = `${path}&x=${'y'.repeat(7_000 - path.length - 3)}`;
    const choice = await browser.send(await browser.open(longest), guest.credentials);
    const consent = await browser.send(choice, { place: guest.location.id });
    expect(consent.url.length).toBeGreaterThan(9_000);
    expect(consent.url.length).toBeLessThan(11_000);
    expect(sentTo(await browser.send(consent, { decision: 'approve' })).parameters['state']).toHaveLength(2_048);
    expect((await browser.open(`${longest}y`)).html).toContain('more than 7,000 characters');
  });
});

describe('again', () => {
  test('gives the same token with the new scope, and says that it is there', async () => {
    const guest = await aGuest(auth);
    const first = await letIn(auth, guest);
    const consent = await guest.browser.send(await begin(guest, { scope: 'location[orders.read]' }), {
      place: guest.location.id,
    });
    expect(consent.html).toContain('Already connected since');
    const second = await exchange(auth, guest, await approve(guest, consent));
    expect(second.access_token).toBe(first.access_token);
    expect(await callerOf(auth, digest(first.access_token))).toMatchObject({ scope: 'location[orders.read]' });
  });

  test('with a name gives another, and the same for the same name', async () => {
    const guest = await aGuest(auth);
    const first = await letIn(auth, guest);
    const named = await letIn(auth, guest, { name: ' kiosk ' });
    expect(named.access_token).not.toBe(first.access_token);
    expect((await letIn(auth, guest, { name: 'kiosk' })).access_token).toBe(named.access_token);
  });

  const connectionOf = async ({ client_id }: { client_id: string }) =>
    (await auth.operator(`GET /management/connections?client=${client_id}`)).body.items[0].id;

  test('unblocks', async () => {
    const guest = await aGuest(auth);
    const first = await letIn(auth, guest);
    await auth.operator(`POST /management/connections/${await connectionOf(guest)}/block`);
    const consent = await guest.browser.send(await begin(guest), { place: guest.location.id });
    expect(consent.html).toContain('This connection has been blocked since');
    const second = await exchange(auth, guest, await approve(guest, consent));
    expect(second.access_token).toBe(first.access_token);
    const { body } = await auth.internal(`GET /internal/connections/${digest(first.access_token)}`);
    expect(body.status).toBe('active');
  });

  test('after a disconnection gives a new token', async () => {
    const guest = await aGuest(auth);
    const first = await letIn(auth, guest);
    await auth.operator(`POST /management/connections/${await connectionOf(guest)}/disconnect`);
    const consent = await guest.browser.send(await begin(guest), { place: guest.location.id });
    expect(consent.html).toContain('Disconnected on');
    const second = await exchange(auth, guest, await approve(guest, consent));
    expect(second.access_token).not.toBe(first.access_token);
  });
});

describe('what is suspended', () => {
  test('cannot be chosen, and the page says why', async () => {
    const guest = await aGuest(auth);
    await auth.operator('POST /management/locations', aLocation(guest.account.id, { name: 'Quai' }));
    await auth.operator(`POST /management/locations/${guest.location.id}/suspend`);
    const choice = await begin(guest);
    expect(choice.html).toContain('Suspended. The subscription has not been paid');
    const again = await guest.browser.send(choice, { place: guest.location.id });
    expect(again.status).toBe(422);
    expect(again.html).toContain('is suspended. The subscription has not been paid');
  });

  test('with its account leaves nothing to choose', async () => {
    const guest = await aGuest(auth);
    await auth.operator(`POST /management/accounts/${guest.account.id}/suspend`);
    const choice = await begin(guest);
    expect(choice.html).toContain('The subscription has not been paid');
    expect(choice.html).not.toContain('type="radio"');
    const url = choice.url.replace('/place?', '/new-location?');
    expect((await guest.browser.open(url)).html).toContain('You have no account that can take a location');
    const form = { ...(await guest.browser.open('/back-office/log-out')), url };
    const made = { name: 'Quai', country: 'FR', account: guest.account.id };
    expect((await guest.browser.send(form, made)).status).toBe(422);
    const { rows } = await auth.db.query('select id from locations where account_id = $1', [guest.account.id]);
    expect(rows).toEqual([{ id: guest.location.id }]);
  });

  test('after it was chosen cannot be approved', async () => {
    const guest = await aGuest(auth);
    const consent = await guest.browser.send(await begin(guest), { place: guest.location.id });
    await auth.operator(`POST /management/accounts/${guest.account.id}/suspend`);
    const again = await guest.browser.open(consent.url);
    expect(again.html).toContain('Rue du Bac is suspended. The subscription has not been paid');
    expect(again.html).not.toContain('value="approve"');
    const refused = await guest.browser.send(consent, { decision: 'approve' });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('The subscription has not been paid');
    expect(await codesOf(auth, guest)).toEqual([]);
  });
});
