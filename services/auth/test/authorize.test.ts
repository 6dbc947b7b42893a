import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
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
import { openBrowser } from './browser.ts';
import { aLocation, anAccount, back } from './builders.ts';
import { type Neighbours, startNeighbours } from './issued-codes.ts';
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
      expect((await search('%%')).html).toContain('No name contains this');
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
