/** Letting an application in: who logs in first, who was here before, and who has not paid (docs/api/authentication.md#connection-reuse). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import {
  aGuest,
  approve,
  authorizePath,
  begin,
  codesOf,
  exchange,
  letIn,
  linkIn,
  sentTo,
  type Guest,
} from './authorizing.ts';
import { openBrowser } from './browser.ts';
import { aLocation, back } from './builders.ts';
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
    expect(form.html).toContain('To connect <bdi>Till</bdi>.');
    const choice = await browser.send(form, guest.credentials);
    expect(choice.html).toContain('<h1>Choose a location</h1>');
  });

  test('signs up with what the application knows, and chooses the new location', async () => {
    const guest = await aGuest(auth);
    const browser = openBrowser(auth);
    const logIn = await begin(guest, { account_name: 'Da Bruno', location_name: 'Corso', country: 'IT' }, browser);
    const form = await browser.open(logIn.url.replace('/log-in?', '/sign-up?'));
    expect(form.html).toContain('Then you can connect <bdi>Till</bdi>.');
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

  test('device_id is an older name of name', async () => {
    const guest = await aGuest(auth);
    const named = await letIn(auth, guest, { name: 'kiosk' });
    expect((await letIn(auth, guest, { device_id: 'kiosk' })).access_token).toBe(named.access_token);
    const { parameters } = linkIn(await begin(guest, { name: 'kiosk', device_id: 'till' }));
    expect(parameters['error']).toBe('invalid_request');
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

describe('docs/api/authentication.md#re-authorisation', () => {
  const beginAgain = ({ browser, client_id }: Guest, app_instance_id: string, more: object = {}) =>
    browser.open(authorizePath({ client_id, redirect_uri: back, state: 'kept', app_instance_id, ...more }));

  test('has the scope, the name and the location of the connection, and asks for approval', async () => {
    const guest = await aGuest(auth);
    const first = await letIn(auth, guest, { name: 'Bar 1', scope: 'location[orders.read],profile' });
    const consent = await beginAgain(guest, first.app_instance_id);
    expect(consent.html).toContain('Already connected since');
    expect(consent.html).toContain('Rue du Bac');
    expect(consent.html).toContain('Bar 1');
    const { parameters } = sentTo(await guest.browser.send(consent, { decision: 'approve' }));
    expect(parameters['state']).toBe('kept');
    expect(await exchange(auth, guest, parameters['code'] ?? '')).toEqual(first);
    expect(await callerOf(auth, digest(first.access_token))).toMatchObject({
      scope: 'location[orders.read],profile',
      connection_name: 'Bar 1',
    });
  });

  test('of an account, and of a profile alone', async () => {
    const guest = await aGuest(auth);
    const choice = await begin(guest, { scope: 'account[orders.read]' });
    const consent = await guest.browser.send(choice, { place: guest.account.id });
    const ofAccount = await exchange(auth, guest, await approve(guest, consent));
    const ofUser = await exchange(auth, guest, await approve(guest, await begin(guest, { scope: 'profile' })));
    for (const token of [ofAccount, ofUser]) {
      const again = await beginAgain(guest, token.app_instance_id);
      expect(await exchange(auth, guest, await approve(guest, again))).toEqual(token);
    }
  });

  test('with a scope, the scope counts', async () => {
    const guest = await aGuest(auth);
    const { app_instance_id } = await letIn(auth, guest);
    const choice = await beginAgain(guest, app_instance_id, { scope: 'location[orders.read]' });
    expect(choice.html).toContain('<h1>Choose a location</h1>');
  });

  test('of another client, of another user, of nothing: invalid_request, and nothing is told of it', async () => {
    const [guest, other] = [await aGuest(auth), await aGuest(auth)];
    const mine = await letIn(auth, guest);
    const theirs = await letIn(auth, other);
    const refusals = [
      await beginAgain(guest, theirs.app_instance_id),
      await beginAgain({ ...other, client_id: guest.client_id }, mine.app_instance_id),
      await beginAgain(guest, newId()),
    ].map((page) => linkIn(page).parameters);
    expect(refusals.map(({ error }) => error)).toEqual(Array(3).fill('invalid_request'));
    expect(new Set(refusals.map(({ error_description }) => error_description)).size).toBe(1);
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
    expect(again.html).toContain('<bdi>Rue du Bac</bdi> is suspended. The subscription has not been paid');
    expect(again.html).not.toContain('value="approve"');
    const refused = await guest.browser.send(consent, { decision: 'approve' });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('The subscription has not been paid');
    expect(await codesOf(auth, guest)).toEqual([]);
  });
});
