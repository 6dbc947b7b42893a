import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { digest, encryptSecret } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { nothingSelected } from '../src/authorization-requests/authorization-request.ts';
import { type AuthorizationStep, mayOpen, nextStep } from '../src/authorize/steps/steps.ts';
import {
  aGuest,
  approve,
  authorizePath,
  begin,
  codesOf,
  exchange,
  type Guest,
  letIn,
  linkIn,
  sentTo,
} from './authorizing.ts';
import { openBrowser, hiddenFields, logInAs, type Page } from './browser.ts';
import { aLocation, anAccount, back } from './builders.ts';
import { type Neighbours, startNeighbours, basic, sendForm } from './issued-codes.ts';
import { callerOf, startTestAuth, type TestAuth } from './service.ts';
import { textsAroundNames } from './stored-names.ts';

/** Letting an application in (docs/api/authentication.md#web-application-flow). */
describe('authorize', () => {
  const lines: string[] = [];

  const log = openLog('auth', 'debug', { write: (line: string) => void lines.push(line) });

  let auth: TestAuth;

  let neighbours: Neighbours;

  beforeAll(async () => {
    neighbours = await startNeighbours();
    auth = await startTestAuth({ log, env: neighbours.settings });
  });

  afterAll(async () => {
    await auth.close();
    await neighbours.close();
  });

  const oob = 'urn:ietf:wg:oauth:2.0:oob';

  /** What users did on pages, by what it was done to or whose account it was. */
  const auditOf = async (id: string) =>
    (
      await auth.db.query(
        "select * from audit_entries where actor = 'user' and (subject_id = $1 or account_id = $1) order by id",
        [id],
      )
    ).rows;

  describe('a location', () => {
    test('is chosen, approved, and the code makes a connection of it', async () => {
      const guest = await aGuest(auth);
      const choice = await begin(guest, { state: 'x1' });
      expect(choice.html).toContain('<h1>Choose a location</h1>');
      expect(choice.html).toContain('Rue du Bac');
      const consent = await guest.browser.send(choice, { place: guest.location.id });
      for (const text of [
        '<h1>Connect <bdi>Till</bdi>?</h1>',
        '<bdi>Dev Eloper</bdi> (not verified)',
        'shop.example',
        '<bdi>Rue du Bac</bdi> (<bdi>Chez Ada</bdi>)',
        'See, create and change the orders and deliveries of <bdi>Rue du Bac</bdi>',
        'change its opening hours',
      ])
        expect(consent.html).toContain(text);
      expect(await codesOf(auth, guest)).toEqual([]);
      const answer = sentTo(await guest.browser.send(consent, { decision: 'approve' }));
      expect(answer).toEqual({
        status: 303,
        uri: back,
        parameters: {
          code: expect.stringMatching(/^hub_code_[0-9a-f]{48}$/),
          state: 'x1',
          iss: 'https://hub.example/oauth2/v1',
        },
      });
      const token = await exchange(auth, guest, answer.parameters['code'] ?? '');
      expect(token).toMatchObject({
        location_id: guest.location.id,
        location_name: 'Rue du Bac',
        account_id: guest.account.id,
        catalog_id: null,
      });
      const caller = await callerOf(auth, digest(token.access_token));
      expect(caller).toMatchObject({ user_id: guest.user.id, scope: 'location[orders.write]' });
      expect(await auditOf(guest.client_id)).toMatchObject([
        {
          action: 'connection.approve',
          actor: 'user',
          actor_id: guest.user.id,
          account_id: guest.account.id,
          details: expect.stringContaining('"scope":"location[orders.write]"'),
        },
      ]);
    });

    test('is chosen among those of all accounts, and of nobody else', async () => {
      const [guest, other] = [await aGuest(auth), await aGuest(auth)];
      const second = (await auth.operator('POST /management/accounts', anAccount(guest.user.id, { name: 'Da Bruno' })))
        .body;
      await auth.operator('POST /management/locations', aLocation(second.id, { name: 'Corso' }));
      const { html } = await begin(guest);
      expect(html).toContain('<p class="group">Chez Ada</p>');
      expect(html).toContain('<p class="group">Da Bruno</p>');
      expect(html).not.toContain(other.location.id);
    });

    test('is found by its name when there are more than 200', async () => {
      const guest = await aGuest(auth);
      await auth.db.query(
        `insert into locations (id, account_id, name, timezone, cutoff_time, preparation_time, order_acceptance,
         custom_fields, created_at)
       select $1 || n, account_id, 'Branch ' || n || '%', timezone, cutoff_time, preparation_time, order_acceptance,
         custom_fields, created_at from locations, generate_series(1, 200) n where id = $2`,
        [newId(), guest.location.id],
      );
      const first = await begin(guest);
      expect(first.html.match(/type="radio"/g)).toHaveLength(200);
      expect(first.html).toContain('Search by name');
      const search = async (text: string) => guest.browser.open(`${first.url}&search=${encodeURIComponent(text)}`);
      const found = await search('bRANCH 200%');
      expect(found.html.match(/type="radio"/g)).toHaveLength(1);
      expect((await search('bránch　２００%')).html.match(/type="radio"/g)).toHaveLength(1);
      for (const text of ['%%', '\u0301']) expect((await search(text)).html).toContain('No name contains this');
      const [, id = ''] = /<input type="radio"[^>]* value="([^"]+)"/.exec(found.html) ?? [];
      const chosen = { ...found, html: found.html.slice(found.html.indexOf('<form method="post"')) };
      expect((await guest.browser.send(chosen, { place: id })).html).toContain('Branch 200%');
    });

    test('is created there and then', async () => {
      const guest = await aGuest(auth);
      const choice = await begin(guest, { location_name: 'Quai', country: 'fr' });
      const form = await guest.browser.open(choice.url.replace('/place?', '/new-location?'));
      expect(form.html).toContain('value="Quai"');
      const fields = { name: 'Quai', country: 'FR', account: guest.account.id };
      expect((await guest.browser.send(form, { ...fields, country: '' })).status).toBe(422);
      const consent = await guest.browser.send(form, fields);
      expect(consent.html).toContain('<bdi>Quai</bdi> (<bdi>Chez Ada</bdi>)');
      const token = await exchange(auth, guest, await approve(guest, consent));
      expect(token).toMatchObject({ location_name: 'Quai', account_id: guest.account.id });
    });

    test('is created with the first account of a user', async () => {
      const guest = await aGuest(auth);
      await auth.db.query('delete from locations where account_id = $1', [guest.account.id]);
      await auth.db.query('delete from accounts where id = $1', [guest.account.id]);
      const choice = await begin(guest);
      expect(choice.html).toContain('You have none yet');
      const noAccount = await guest.browser.open(choice.url.replace('/place?', '/new-location?'));
      expect(noAccount.html).toContain('Create an account');
      const form = await guest.browser.open(choice.url.replace('/place?', '/new-account?'));
      const next = await guest.browser.send(form, { name: 'Chez Eve', country: 'JP' });
      expect(next.url).toContain('/oauth2/v1/authorize/new-location?');
      const [, account = ''] = /<option[^>]*value="([^"]{8,})"/.exec(next.html) ?? [];
      const consent = await guest.browser.send(next, { name: 'Ginza', country: 'JP', account });
      expect(consent.html).toContain('<bdi>Ginza</bdi> (<bdi>Chez Eve</bdi>)');
      const { rows } = await auth.db.query('select action from audit_entries where account_id = $1 order by id', [
        account,
      ]);
      expect(rows).toEqual([{ action: 'account.create' }, { action: 'location.create' }]);
    });
  });

  describe('an account', () => {
    const scope = 'account[orders.read]';

    test('is chosen, and the connection is of it', async () => {
      const guest = await aGuest(auth);
      const choice = await begin(guest, { scope });
      expect(choice.html).toContain('<h1>Choose an account</h1>');
      const consent = await guest.browser.send(choice, { place: guest.account.id });
      expect(consent.html).toContain('See the orders and deliveries of every location of <bdi>Chez Ada</bdi>');
      const token = await exchange(auth, guest, await approve(guest, consent));
      expect(token).toMatchObject({ account_id: guest.account.id, location_id: null });
    });

    test('is created there and then', async () => {
      const guest = await aGuest(auth);
      const choice = await begin(guest, { scope, account_name: 'Da Bruno' });
      const form = await guest.browser.open(choice.url.replace('/place?', '/new-account?'));
      expect(form.html).toContain('value="Da Bruno"');
      const consent = await guest.browser.send(form, { name: 'Da Bruno', country: 'IT' });
      const token = await exchange(auth, guest, await approve(guest, consent));
      expect(token).toMatchObject({ account_name: 'Da Bruno', location_id: null });
    });
  });

  test('general permissions alone go straight to the consent', async () => {
    const guest = await aGuest(auth);
    const consent = await begin(guest, { scope: 'profile_with_email' });
    expect(consent.html).toContain('See your name, email address, timezone and languages');
    expect(consent.html).not.toContain('Rue du Bac');
    const token = await exchange(auth, guest, await approve(guest, consent));
    expect(token).toMatchObject({ account_id: null, location_id: null });
    const caller = await callerOf(auth, digest(token.access_token));
    expect(caller).toMatchObject({ user_id: guest.user.id });
  });

  describe('a catalog and a customer list', () => {
    const scope = 'location[catalog.write,customer_list.read]';
    const atPlace = async (guest: Awaited<ReturnType<typeof aGuest>>, wanted = scope) =>
      guest.browser.send(await begin(guest, { scope: wanted }), { place: guest.location.id });

    test('are chosen one after the other', async () => {
      const guest = await aGuest(auth);
      const catalog_id = neighbours.addCatalog(guest.account.id, 'Lunch', guest.location.id);
      const shared = neighbours.addCatalog(guest.account.id, 'Dinner', null);
      const customer_list_id = neighbours.addList(guest.account.id, 'Regulars', null);
      const catalogs = await atPlace(guest);
      for (const text of [
        'Lunch',
        'Only of <bdi>Rue du Bac</bdi>',
        'Dinner',
        'Shared by all locations of <bdi>Chez Ada</bdi>',
      ])
        expect(catalogs.html).toContain(text);
      const lists = await guest.browser.send(catalogs, { catalog_id });
      expect(lists.html).toContain('<h1>Choose a customer list</h1>');
      const consent = await guest.browser.send(lists, { customer_list_id });
      expect(consent.html).toContain('See the catalog “<bdi>Lunch</bdi>”, and change it');
      expect(consent.html).toContain('See the customers in the customer list “<bdi>Regulars</bdi>”');
      const token = await exchange(auth, guest, await approve(guest, consent));
      expect(token).toMatchObject({
        catalog_id,
        catalog_name: 'Lunch',
        customer_list_id,
        customer_list_name: 'Regulars',
      });
      expect(shared).not.toBe(catalog_id);
    });

    test('are created there and then', async () => {
      const guest = await aGuest(auth);
      const catalogs = await atPlace(guest);
      expect(catalogs.html).toContain('has none yet');
      const newCatalog = await guest.browser.open(catalogs.url.replace('/catalog?', '/new-catalog?'));
      expect((await guest.browser.send(newCatalog, { name: ' ' })).status).toBe(422);
      const lists = await guest.browser.send(newCatalog, { name: 'Menu' });
      const newList = await guest.browser.open(lists.url.replace('/customer-list?', '/new-customer-list?'));
      const consent = await guest.browser.send(newList, { name: 'People' });
      const token = await exchange(auth, guest, await approve(guest, consent));
      expect(token).toMatchObject({ catalog_name: 'Menu', customer_list_name: 'People' });
      const actions = (await auditOf(guest.account.id)).map(({ action }) => action);
      expect(actions).toEqual(['catalog.create', 'customer_list.create', 'connection.approve']);
    });

    test('every page on the way isolates stored names', async () => {
      const guest = await aGuest(auth, { redirect_uris: [back, oob] });
      neighbours.addCatalog(guest.account.id, 'Bento', guest.location.id);
      const names = [
        'Till',
        'Dev Eloper',
        'Chez Ada',
        'Rue du Bac',
        'Bento',
        'Brunch',
        'Guests',
        guest.credentials.email,
      ];
      const choice = await begin(guest, { scope, redirect_uri: oob });
      const catalogs = await guest.browser.send(choice, { place: guest.location.id });
      const newCatalog = await guest.browser.open(catalogs.url.replace('/catalog?', '/new-catalog?'));
      const lists = await guest.browser.send(newCatalog, { name: 'Brunch' });
      const newList = await guest.browser.open(lists.url.replace('/customer-list?', '/new-customer-list?'));
      const consent = await guest.browser.send(newList, { name: 'Guests' });
      const code = await guest.browser.send(consent, { decision: 'approve' });
      const refusal = await guest.browser.send(consent, { decision: 'refuse' });
      for (const page of [choice, catalogs, newCatalog, lists, newList, consent, code, refusal])
        expect([page.url, page.status, ...textsAroundNames(page.html, names)]).toEqual([page.url, 200]);
    });

    test('what their service refuses is said beside the field', async () => {
      const guest = await aGuest(auth);
      neighbours.addCatalog(guest.account.id, 'Menu', null);
      const catalogs = await atPlace(guest, 'location[catalog.read]');
      const form = await guest.browser.open(catalogs.url.replace('/catalog?', '/new-catalog?'));
      const again = await guest.browser.send(form, { name: 'Menu' });
      expect(again).toMatchObject({ status: 422 });
      expect(again.html).toContain('Name is used by another one of this place');
    });

    test('at an account, those of its locations are there with their names', async () => {
      const guest = await aGuest(auth);
      const catalog_id = neighbours.addCatalog(guest.account.id, 'Lunch', guest.location.id);
      const choice = await begin(guest, { scope: 'account[catalog.read]' });
      const catalogs = await guest.browser.send(choice, { place: guest.account.id });
      expect(catalogs.html).toContain('Only of <bdi>Rue du Bac</bdi>');
      const consent = await guest.browser.send(catalogs, { catalog_id });
      const token = await exchange(auth, guest, await approve(guest, consent));
      expect(token).toMatchObject({ location_id: null, catalog_name: 'Lunch' });
    });

    test('all of them need no choice', async () => {
      const guest = await aGuest(auth);
      const consent = await atPlace(guest, 'location[all_catalogs.read,all_customer_lists.write]');
      expect(consent.html).toContain('<h1>Connect <bdi>Till</bdi>?</h1>');
    });

    test('another place has others: the choice begins anew', async () => {
      const guest = await aGuest(auth);
      const catalog_id = neighbours.addCatalog(guest.account.id, 'Lunch', guest.location.id);
      const other = (await auth.operator('POST /management/locations', aLocation(guest.account.id, { name: 'Quai' })))
        .body;
      const consent = await guest.browser.send(await atPlace(guest, 'location[catalog.read]'), { catalog_id });
      const choice = await guest.browser.open(consent.url.replace('/consent?', '/place?'));
      const catalogs = await guest.browser.send(choice, { place: other.id });
      expect(catalogs.html).toContain('<bdi>Quai</bdi> has none yet');
    });

    test('while their services are away a page says so, and later it goes on', async () => {
      const own = await startNeighbours();
      const alone = await startTestAuth({ env: own.settings });
      const guest = await aGuest(alone);
      const choice = await begin(guest, { scope: 'location[catalog.read]' });
      await own.close();
      const away = await guest.browser.send(choice, { place: guest.location.id });
      expect(away.status).toBe(503);
      expect(away.html).toContain('A part of the hub cannot answer at the moment');
      expect(away.html).toContain('Try again');
      await alone.close();
    });
  });

  describe('the answer', () => {
    test('of a refusal is access_denied, and the audit has it', async () => {
      const guest = await aGuest(auth);
      const consent = await guest.browser.send(await begin(guest, { state: 's' }), { place: guest.location.id });
      const answer = sentTo(await guest.browser.send(consent, { decision: 'refuse' }));
      expect(answer).toEqual({
        status: 303,
        uri: back,
        parameters: {
          error: 'access_denied',
          error_description: 'The user refused',
          state: 's',
          iss: 'https://hub.example/oauth2/v1',
        },
      });
      expect(await codesOf(auth, guest)).toEqual([]);
      expect(await auditOf(guest.client_id)).toMatchObject([
        { action: 'connection.refuse', account_id: guest.account.id, actor_id: guest.user.id },
      ]);
    });

    test.each([
      ['a line break', 'a\r\nSet-Cookie: x=1'],
      ['what separates parameters', 'a&code=stolen#b=c?d'],
      ['what is no ASCII', 'été 🍕'],
      ['a plus and a percent sign', 'a+b c%20d%'],
      ['2,048 characters', 'x'.repeat(2_048)],
    ])('has the state unchanged: %s', async (_, state) => {
      const guest = await aGuest(auth);
      const consent = await guest.browser.send(await begin(guest, { state }), { place: guest.location.id });
      const page = await guest.browser.send(consent, { decision: 'approve' });
      expect(page.headers.get('location')).toContain(`&state=${encodeURIComponent(state)}&iss=`);
      expect(Object.keys(sentTo(page).parameters)).toEqual(['code', 'state', 'iss']);
    });

    test('is added to the query that the redirect URI has', async () => {
      const uri = 'https://shop.example/back?shop=a%20b&x=%C3%A9';
      const guest = await aGuest(auth, { redirect_uris: [uri] });
      const choice = await begin(guest, { redirect_uri: uri });
      const consent = await guest.browser.send(choice, { place: guest.location.id });
      const page = await guest.browser.send(consent, { decision: 'approve' });
      expect(page.headers.get('location')).toMatch(
        /^https:\/\/shop\.example\/back\?shop=a%20b&x=%C3%A9&code=hub_code_/,
      );
    });

    test('can be refused on the way, by going back', async () => {
      const guest = await aGuest(auth);
      const { html } = await begin(guest, { state: 'a&b' });
      expect(html).toMatch(
        /href="https:\/\/shop\.example\/back\?error=access_denied&amp;[^"]+&amp;state=a%26b&amp;iss=/,
      );
    });

    test('no code is in any log line, at debug level too', async () => {
      const guest = await aGuest(auth);
      const consent = await guest.browser.send(await begin(guest), { place: guest.location.id });
      const code = await approve(guest, consent);
      const oob = await aGuest(auth, { redirect_uris: ['urn:ietf:wg:oauth:2.0:oob'] });
      const choice = await begin(oob, { redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' });
      const shown = await oob.browser.send(await oob.browser.send(choice, { place: oob.location.id }), {
        decision: 'approve',
      });
      const [secondCode = ''] = /hub_code_[0-9a-f]{48}/.exec(shown.html) ?? [];
      const text = lines.join('');
      expect(text).toContain('/management/clients');
      for (const secret of [code, secondCode]) expect([secret.length, text.includes(secret)]).toEqual([57, false]);
    });
  });

  describe('installed applications', () => {
    test('the code is shown, and can be exchanged', async () => {
      const guest = await aGuest(auth, { redirect_uris: [back, oob] });
      const choice = await begin(guest, { redirect_uri: oob });
      const consent = await guest.browser.send(choice, { place: guest.location.id });
      expect(consent.html).toContain('You get a code to copy');
      const shown = await guest.browser.send(consent, { decision: 'approve' });
      expect(shown).toMatchObject({ status: 200 });
      const [code = ''] = /hub_code_[0-9a-f]{48}/.exec(shown.html) ?? [];
      expect(shown.html).toContain('within the next 10 minutes');
      const redirect_uri = oob;
      expect(await exchange(auth, guest, code, { redirect_uri })).toMatchObject({ location_id: guest.location.id });
    });

    test('a refusal is said on the page', async () => {
      const guest = await aGuest(auth, { redirect_uris: [oob] });
      const choice = await begin(guest, { redirect_uri: oob });
      const consent = await guest.browser.send(choice, { place: guest.location.id });
      const page = await guest.browser.send(consent, { decision: 'refuse' });
      expect(page).toMatchObject({ status: 200 });
      expect(page.html).toContain('<bdi>Till</bdi> gets no access');
    });
  });
});

/** Letting an application in: who logs in first, who was here before, and who has not paid (docs/api/authentication.md#connection-reuse). */
describe('authorising again', () => {
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
});

describe('the steps', () => {
  const place = { location_id: 'l' };

  const catalog = { ...place, catalog_id: 'c' };

  const both = { ...catalog, customer_list_id: 'k' };

  const steps: readonly AuthorizationStep[] = ['place', 'catalog', 'customer-list', 'consent'];

  test.each<[scope: string, selected: object, next: AuthorizationStep, open: AuthorizationStep[]]>([
    ['profile', {}, 'consent', ['consent']],
    ['location[orders.read]', {}, 'place', ['place']],
    ['location[orders.read]', place, 'consent', ['place', 'consent']],
    ['account[orders.read]', { account_id: 'a' }, 'consent', ['place', 'consent']],
    ['location[all_catalogs.read,all_customer_lists.write,inventory.read]', place, 'consent', ['place', 'consent']],
    ['location[catalog.read]', place, 'catalog', ['place', 'catalog']],
    ['location[catalog.write,customer_list.read]', {}, 'place', ['place']],
    ['location[catalog.write,customer_list.read]', place, 'catalog', ['place', 'catalog']],
    ['location[catalog.write,customer_list.read]', catalog, 'customer-list', ['place', 'catalog', 'customer-list']],
    ['location[catalog.write,customer_list.read]', both, 'consent', [...steps]],
    // What was selected without need opens nothing.
    ['location[customer_list.read]', catalog, 'customer-list', ['place', 'customer-list']],
  ])('%s with %j leads to %s', (text, selected, next, open) => {
    const [scope, bindings] = [parseScope(text), { ...nothingSelected, ...selected }];
    expect(nextStep(scope, bindings)).toBe(next);
    expect(steps.filter((step) => mayOpen(step, scope, bindings))).toEqual(open);
  });
});

/** Authorisation requests that have a fault, and forms that were tampered with (docs/api/authentication.md#errors-of-authorisation-requests). */
describe('a request or a form with a fault', () => {
  const oob = 'urn:ietf:wg:oauth:2.0:oob';

  let auth: TestAuth;
  /** The same with REQUIRE_REGISTERED_REDIRECTS=false. */
  let lenient: TestAuth;
  let neighbours: Neighbours;
  let clock: Date | undefined;
  beforeAll(async () => {
    neighbours = await startNeighbours();
    auth = await startTestAuth({ env: neighbours.settings, now: () => clock ?? new Date() });
    lenient = await startTestAuth({ env: { ...neighbours.settings, REQUIRE_REGISTERED_REDIRECTS: 'false' } });
  });
  afterAll(async () => {
    await auth.close();
    await lenient.close();
    await neighbours.close();
  });

  describe('until the redirect URI is verified, a fault is shown and nobody is sent anywhere', () => {
    /** What is asked for is wrong, too: not even its error may go there. */
    const asked = { scope: 'nonsense', state: 'secret-state' };

    async function shown(guest: Guest, query: string, message: string, site = auth) {
      for (const browser of [guest.browser, openBrowser(site)]) {
        const page = await browser.request('GET', `/oauth2/v1/authorize?${query}`);
        expect([page.status, page.headers.get('location')]).toEqual([400, null]);
        expect(page.html).toContain(message);
        expect(page.html).toContain('<h1>This application cannot be connected</h1>');
        expect(page.html).not.toContain('secret-state');
      }
    }

    test.each([
      ['an unknown client', { client_id: 'unknown', redirect_uri: back }, 'client_id is missing or wrong'],
      ['a client that cannot be one', { client_id: '../x', redirect_uri: back }, 'client_id is missing or wrong'],
      ['no client', { redirect_uri: back }, 'client_id is missing or wrong'],
    ])('%s', async (_, parameters, message) => {
      await shown(await aGuest(auth), new URLSearchParams({ ...parameters, ...asked }).toString(), message);
    });

    test('it is quoted in English for the makers of the application; the rest is in the language of the visitor', async () => {
      const path = `/oauth2/v1/authorize?${new URLSearchParams({ client_id: 'unknown', redirect_uri: back }).toString()}`;
      const marked = await openBrowser(auth, { 'accept-language': 'en-XA' }).open(path);
      expect(marked.html).toContain('⟦The request of the application is not valid.⟧');
      expect(unmarkedTexts(marked.html, [])).toEqual([]);
      const { html } = await openBrowser(auth, { 'accept-language': 'de' }).open(path);
      expect(html).toContain('Die Anfrage der App ist nicht gültig.');
      expect(html).toContain('<bdi lang="en">The application that sent you here is unknown');
    });

    test.each([
      ['none', ''],
      ['of another host', 'https://evil.example/back'],
      ['longer', `${back}/more`],
      ['with a query', `${back}?a=b`],
      ['in other letters', 'https://SHOP.example/back'],
      ['with the port that is usual', 'https://shop.example:443/back'],
      ['a trick with the host', 'https://shop.example@evil.example/back'],
      ['that is encoded', 'https://shop.example/%62ack'],
      ['the code shown', oob],
    ])('a redirect_uri that is not exactly a registered one: %s', async (_, redirect_uri) => {
      const guest = await aGuest(auth);
      await shown(
        guest,
        new URLSearchParams({ client_id: guest.client_id, redirect_uri, ...asked }).toString(),
        'The application ',
      );
    });

    test.each([
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://shop.example/',
      'shop://back',
      '//shop.example/back',
      'https://ada:secret@shop.example/',
      'https://shop.example/#part',
      'https://shop.example/#',
      'https://shop.example/a b',
      'https://shop.example/\r\nx',
      'https://shöp.example/',
      `https://shop.example/${'x'.repeat(2_048)}`,
    ])('for a client without registered ones, one that is no web page: %p', async (redirect_uri) => {
      const guest = await aGuest(lenient, { redirect_uris: [] });
      const query = new URLSearchParams({ client_id: guest.client_id, redirect_uri, ...asked }).toString();
      await shown(guest, query, 'not the address of a web page', lenient);
    });

    test('one that is given twice', async () => {
      const guest = await aGuest(auth);
      const query = new URLSearchParams({ client_id: guest.client_id, redirect_uri: back, ...asked }).toString();
      await shown(guest, `${query}&redirect_uri=${encodeURIComponent(back)}`, 'says it twice');
      await shown(guest, `${query}&client_id=${guest.client_id}`, 'client_id is missing or wrong');
    });

    test('any that is not registered, unless the operator allows them', async () => {
      const guest = await aGuest(auth, { redirect_uris: [] });
      for (const redirect_uri of [back, oob]) {
        const page = await begin(guest, { redirect_uri });
        expect(page.status).toBe(400);
        expect(page.html).toContain('has not registered the address');
      }
      expect((await begin(await aGuest(auth))).status).toBe(200);
    });
  });

  test('where the operator allows it, a client without registered redirect URIs may use any, and has codes shown', async () => {
    for (const redirect_uri of ['http://localhost:8080', 'https://elsewhere.example/x?y=z', oob]) {
      const guest = await aGuest(lenient, { redirect_uris: [] });
      expect((await begin(guest, { redirect_uri })).html).toContain('<h1>Choose a location</h1>');
    }
  });

  describe('what is wrong otherwise is shown, with a link back to the client', () => {
    const challenge = 'x'.repeat(43);

    test.each([
      [{ scope: '' }, 'invalid_request', 'The parameter scope is missing'],
      [{ scope: 'orders.read' }, 'invalid_scope', expect.stringContaining('The scope ')],
      [{ scope: 'location[orders.read],account[orders.read]' }, 'invalid_scope', expect.any(String)],
      [
        { scope: `location[${'orders.read,'.repeat(100)}orders.read]` },
        'invalid_scope',
        expect.stringContaining('1024'),
      ],
      [{ response_type: 'token' }, 'unsupported_response_type', 'The only response_type is code'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type', expect.any(String)],
      [{ code_challenge: challenge }, 'invalid_request', 'The code_challenge_method must be S256'],
      [
        { code_challenge: challenge, code_challenge_method: 'plain' },
        'invalid_request',
        'The code_challenge_method must be S256',
      ],
      [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request', expect.stringContaining('43')],
      [{ code_challenge_method: 'S256' }, 'invalid_request', 'The parameter code_challenge is missing'],
      [{ name: 'n'.repeat(256) }, 'invalid_request', expect.stringContaining('255')],
      [{ name: 'a\u0000' }, 'invalid_request', expect.stringContaining('control or text direction')],
      [{ name: 'a\u202eb' }, 'invalid_request', expect.stringContaining('control or text direction')],
    ])('%j: %s', async (parameters, error, error_description) => {
      const guest = await aGuest(auth);
      const page = await begin(guest, { state: 'a b', ...(parameters as Record<string, string>) });
      expect(page).toMatchObject({ status: 400, html: expect.stringContaining('Return to shop.example') });
      expect(linkIn(page)).toEqual({
        uri: back,
        parameters: { error, error_description, state: 'a b', iss: 'https://hub.example/oauth2/v1' },
      });
    });

    test.each(['state', 'scope', 'anything'])('a repeated parameter: %s', async (name) => {
      const guest = await aGuest(auth);
      const path = authorizePath({ client_id: guest.client_id, redirect_uri: back, scope: 'profile', state: 's' });
      const answer = linkIn(await guest.browser.open(`${path}&${name}=x&${name}=y`));
      expect(answer).toMatchObject({ uri: back, parameters: { error: 'invalid_request' } });
      expect(answer.parameters['state']).toBe(name === 'state' ? undefined : 's');
    });

    test('a state that is too long comes back, so that the client knows which', async () => {
      const guest = await aGuest(auth);
      const answer = linkIn(await begin(guest, { state: 'x'.repeat(2_049) }));
      expect(answer.parameters).toMatchObject({ error: 'invalid_request', state: 'x'.repeat(2_049) });
    });

    test('without a link where the client has not registered the address: nobody is led there', async () => {
      const guest = await aGuest(lenient, { redirect_uris: [] });
      const page = await begin(guest, { redirect_uri: 'https://evil.example/', scope: 'nonsense' });
      expect(page).toMatchObject({ status: 400, html: expect.not.stringContaining('evil.example') });
      expect(page.headers.get('location')).toBeNull();
    });

    test('it is shown where a code would be', async () => {
      const guest = await aGuest(auth, { redirect_uris: [oob] });
      const page = await begin(guest, { redirect_uri: oob, scope: 'nonsense' });
      expect(page).toMatchObject({ status: 400 });
      expect(page.html).toContain('The scope ');
    });

    test('only after the user has logged in: the hub leads nobody on who passes by', async () => {
      const guest = await aGuest(auth);
      const browser = openBrowser(auth);
      expect((await begin(guest, { scope: 'nonsense' }, browser)).url).toContain('/back-office/log-in?');
    });
  });

  test('PKCE: the code is exchanged with the verifier of the challenge alone', async () => {
    const guest = await aGuest(auth);
    const code_verifier = 'v'.repeat(43);
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const choice = await begin(guest, { code_challenge, code_challenge_method: 'S256', response_type: 'code' });
    const code = await approve(guest, await guest.browser.send(choice, { place: guest.location.id }));
    expect(await exchange(auth, guest, code)).toMatchObject({ error: 'invalid_grant' });
    const header = basic(guest.client_id, guest.client_secret);
    expect((await sendForm(auth, 'token', { code, code_verifier }, header)).body).toMatchObject({
      token_type: 'Bearer',
    });
  });

  /** The consent page of a guest, for orders of their location. */
  const consentOf = async (guest: Guest) => guest.browser.send(await begin(guest), { place: guest.location.id });

  const sealedIn = ({ url }: Page) => new URL(url, 'http://hub.invalid').searchParams.get('request') ?? '';

  const withSealed = (page: Page, sealed: string): Page => ({
    ...page,
    url: `/oauth2/v1/authorize/consent?request=${encodeURIComponent(sealed)}`,
  });

  const flipped = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

  describe('the consent that was tampered with: nothing is granted', () => {
    type Tampering = [what: string, status: number, send: (guest: Guest, consent: Page) => Promise<Page>];
    const approving = { decision: 'approve' };
    const inOther =
      (change: (sealed: string) => string): Tampering[2] =>
      async ({ browser }, consent) =>
        browser.send(withSealed(consent, change(sealedIn(consent))), approving);
    const withFields =
      (fields: Record<string, string>): Tampering[2] =>
      async ({ browser }, consent) =>
        browser.send(consent, { ...approving, ...fields });
    const withHeaders =
      (headers: Record<string, string>): Tampering[2] =>
      async (guest, consent) => {
        const cookie = [...guest.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        return openBrowser(auth, { cookie, ...headers }).send(consent, approving);
      };

    test.each<Tampering>([
      ['no request', 400, inOther(() => '')],
      ['a request that is none', 400, inOther(() => 'nonsense')],
      ['five parts that are none', 400, inOther(() => 'a.b.c.d.e')],
      ['a truncated request', 400, inOther((sealed) => sealed.slice(0, -5))],
      ['a request with more behind', 400, inOther((sealed) => `${sealed}AAAA`)],
      ['another header', 400, inOther((sealed) => flipped(sealed, 10))],
      ['another nonce', 400, inOther((sealed) => flipped(sealed, sealed.indexOf('..') + 3))],
      ['another content', 400, inOther((sealed) => flipped(sealed, sealed.length - 60))],
      ['another tag', 400, inOther((sealed) => flipped(sealed, sealed.length - 5))],
      [
        'a request of another user',
        400,
        async ({ browser }, consent) => {
          const other = await consentOf(await aGuest(auth));
          return browser.send(withSealed(consent, sealedIn(other)), approving);
        },
      ],
      [
        'a request of another session of the user',
        400,
        async (guest, consent) => {
          const browser = await logInAs(auth, guest.credentials);
          const form = await browser.open('/back-office/log-out');
          return browser.send({ ...form, url: consent.url }, approving);
        },
      ],
      [
        'a request of before the user logged in again',
        400,
        async ({ browser, credentials }, consent) => {
          await browser.send(await browser.open('/back-office/log-in'), credentials);
          return browser.send({ ...(await browser.open('/back-office/log-out')), url: consent.url }, approving);
        },
      ],
      [
        'a request that has not come so far',
        400,
        async (guest, consent) => guest.browser.send(withSealed(consent, sealedIn(await begin(guest))), approving),
      ],
      [
        'a secret of another kind, encrypted with the same key',
        400,
        async ({ browser }, consent) => {
          const { rows } = await auth.db.query('select secret_encrypted from clients limit 1');
          return browser.send(withSealed(consent, rows[0].secret_encrypted), approving);
        },
      ],
      [
        'a request that was sealed with a key of somebody else',
        400,
        async ({ browser }, consent) => {
          const sealed = await encryptSecret(['x'.repeat(32)], '{}', 'authorization-request:');
          return browser.send(withSealed(consent, sealed), approving);
        },
      ],
      ['another location beside the decision', 422, withFields({ location_id: 'x' })],
      ['another scope beside the decision', 422, withFields({ scope: 'account[orders.write]' })],
      ['another redirect_uri beside the decision', 422, withFields({ redirect_uri: 'https://evil.example' })],
      ['another client beside the decision', 422, withFields({ client_id: 'x' })],
      ['a request in the form', 422, withFields({ request: 'x' })],
      ['another decision', 422, withFields({ decision: 'Approve' })],
      ['no decision', 422, withFields({ decision: '' })],
      ['no token of the form', 403, withFields({ form_token: '' })],
      ['a token of the form of another session', 403, withFields({ form_token: 'A'.repeat(43) })],
      ['from another site', 403, withHeaders({ 'sec-fetch-site': 'cross-site' })],
      ['from another host of the same site', 403, withHeaders({ 'sec-fetch-site': 'same-site' })],
      ['from another origin, in an old browser', 403, withHeaders({ origin: 'https://evil.example' })],
      ['from a page without an origin', 403, withHeaders({ origin: 'null' })],
    ])('%s: %i', async (_what, status, send) => {
      const guest = await aGuest(auth);
      const page = await send(guest, await consentOf(guest));
      expect([page.status, page.headers.get('location')]).toEqual([status, null]);
      expect(page.html).not.toContain('hub_code_');
      const { rows } = await auth.db.query('select 1 from authorization_codes where user_id = $1', [guest.user.id]);
      expect(rows).toEqual([]);
    });

    test('after an hour', async () => {
      const guest = await aGuest(auth);
      const consent = await consentOf(guest);
      clock = new Date(Date.now() + 60 * 60 * 1000);
      const page = await guest.browser.send(consent, approving);
      clock = undefined;
      expect([page.status, await codesOf(auth, guest)]).toEqual([400, []]);
      expect(page.html).toContain('This request is out of date');
      await approve(guest, consent);
    });

    test('by somebody who is not logged in', async () => {
      const guest = await aGuest(auth);
      const page = await openBrowser(auth).send(await consentOf(guest), approving);
      expect(page.url).toContain('/back-office/log-in?continue=');
      expect(await codesOf(auth, guest)).toEqual([]);
    });

    test('with parameters beside the request: they count for nothing', async () => {
      const guest = await aGuest(auth);
      const consent = await consentOf(guest);
      const url = `${consent.url}&scope=account[orders.write]&redirect_uri=https://evil.example&location_id=x`;
      const code = await approve(guest, { ...consent, url });
      expect(await exchange(auth, guest, code)).toMatchObject({ location_id: guest.location.id });
    });

    test('after the client no longer has the redirect URI', async () => {
      const guest = await aGuest(auth);
      const consent = await consentOf(guest);
      await auth.db.query("update clients set redirect_uris = '{https://new.example/}' where id = $1", [
        guest.client_id,
      ]);
      const page = await guest.browser.send(consent, approving);
      expect([page.status, await codesOf(auth, guest)]).toEqual([400, []]);
    });
  });

  describe("what is somebody else's cannot be chosen", () => {
    test.each([
      ['location', 'location[orders.read]'],
      ['account', 'account[orders.read]'],
    ] as const)('a %s', async (kind, scope) => {
      const [guest, stranger] = [await aGuest(auth), await aGuest(auth)];
      const choice = await begin(guest, { scope });
      expect((await guest.browser.send(choice, { place: stranger[kind].id })).status).toBe(404);
      expect((await guest.browser.send(choice, { place: 'unknown' })).status).toBe(404);
      expect((await guest.browser.send(choice, { place: '../x' })).status).toBe(422);
      expect((await guest.browser.send(choice)).status).toBe(422);
    });

    test('an account for a new location', async () => {
      const [guest, stranger] = [await aGuest(auth), await aGuest(auth)];
      const choice = await begin(guest);
      const form = await guest.browser.open(choice.url.replace('/place?', '/new-location?'));
      const made = { name: 'Mine', country: 'FR', account: stranger.account.id };
      expect((await guest.browser.send(form, made)).status).toBe(404);
      const { rows } = await auth.db.query('select id from locations where account_id = $1', [stranger.account.id]);
      expect(rows).toHaveLength(1);
    });

    test.each([
      ['catalog', 'catalog_id', 'addCatalog'],
      ['customer_list', 'customer_list_id', 'addList'],
    ] as const)('a %s', async (resource, field, add) => {
      const [guest, stranger] = [await aGuest(auth), await aGuest(auth)];
      neighbours[add](guest.account.id, 'Mine', null);
      const theirs = neighbours[add](stranger.account.id, 'Theirs', null);
      const choice = await begin(guest, { scope: `location[${resource}.write]` });
      const form = await guest.browser.send(choice, { place: guest.location.id });
      expect(form.html).not.toContain('Theirs');
      for (const id of [theirs, 'unknown', '..', '../../x']) {
        const page = await guest.browser.send(form, { [field]: id });
        expect(page.status).toBe(422);
      }
      expect(await codesOf(auth, guest)).toEqual([]);
    });
  });

  test('what a request says of its host is nowhere in a page or a redirect', async () => {
    const guest = await aGuest(auth);
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'http' };
    const cookie = [...guest.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const browser = openBrowser(auth, { ...forged, cookie });
    const choice = await begin(guest, { state: 's' }, browser);
    const consent = await browser.send(choice, { place: guest.location.id });
    for (const { html } of [choice, consent]) expect(html).not.toContain('evil.example');
    expect(consent.html).toContain('iss=https%3A%2F%2Fhub.example%2Foauth2%2Fv1');
    const answer = await browser.send(consent, { decision: 'approve' });
    expect(sentTo(answer).parameters).toMatchObject({ iss: 'https://hub.example/oauth2/v1' });
    const loggedOut = await openBrowser(auth, forged).request('GET', begunBy(guest));
    expect(loggedOut.headers.get('location')).toMatch(/^\/back-office\/log-in\?continue=%2Foauth2%2Fv1%2Fauthorize/);
  });

  const begunBy = ({ client_id }: Guest) =>
    authorizePath({ client_id, redirect_uri: back, scope: 'location[orders.write]' });

  test('names that look like markup are shown as they are', async () => {
    const guest = await aGuest(auth, { name: '<script>alert(1)</script>' });
    const consent = await consentOf(guest);
    expect(consent.html).not.toContain('<script>');
    expect(consent.html).toContain('&lt;script>alert(1)');
  });

  test('the consent holds nothing but its token and the decision', async () => {
    const guest = await aGuest(auth);
    const consent = await consentOf(guest);
    expect(Object.keys(hiddenFields(consent))).toEqual(['form_token']);
    const sealed = sealedIn(consent);
    const [head = ''] = sealed.split('.');
    expect(Buffer.from(head, 'base64url').toString()).not.toContain(guest.location.id);
  });
});
