import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { type Browser, hiddenFields, logInAs } from '../../auth/test/browser.ts';
import { aTenant, aUser, authorize } from '../../auth/test/builders.ts';
import { basic, form } from '../../auth/test/issued-codes.ts';
import { aJpeg, aPng } from '../../auth/test/logos.ts';
import { anOperator, anOwner, anOwnerOfLocation, auditOfAccount, auditOfSubject } from '../../auth/test/owner.ts';
import { nextVisitAt } from '../src/test-shops/visiting/next-visit.ts';
import { type AnsweringService, type Answers, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aDescribingDeveloper, aListedDeveloper, listingFields as fields } from './developer.ts';

/** The pages of clients (docs/api/back-office.md#clients). */
describe('clients', () => {
  const lines: string[] = [];

  const log = openLog('auth', 'debug', { write: (line: string) => void lines.push(line) });

  const clock = { aheadMs: 0 };

  let hub: TestBackOffice;

  beforeAll(async () => (hub = await startTestBackOffice({ log, now: () => new Date(Date.now() + clock.aheadMs) })));

  afterAll(() => hub.close());

  async function aDeveloper() {
    const given = aUser({ email: `${newId()}@example.com` });
    const user = (await hub.operator('POST /management/users', given)).body;
    return { user, given, browser: await logInAs(hub, given) };
  }

  const register = async (browser: Browser, fields: Record<string, string> = {}) =>
    browser.send(await browser.open('/back-office/clients/new'), { name: 'Till', redirect_uris: '', ...fields });

  const idIn = ({ url }: { url: string }) => /clients\/([^/?]+)/.exec(url)?.[1] ?? '';

  const secretIn = ({ html }: { html: string }) => /<pre>(hub_secret_[0-9a-f]{48})<\/pre>/.exec(html)?.[1] ?? '';

  const storedClient = async (id: string) => (await hub.db.query('select * from clients where id = $1', [id])).rows[0];

  /** Whether this is the secret of the client, as the token endpoint judges it. */
  async function isSecretOf(client_id: string, client_secret: string) {
    const headers = { ...form, ...basic(client_id, client_secret) };
    const { body } = await hub.call('POST /oauth2/v1/token', { headers, body: 'code=none' });
    return body.error !== 'invalid_client';
  }

  const manyUris = Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`).join('\n');

  describe('registering a client', () => {
    test('leads to its page, with its id and a link to its secret', async () => {
      const { browser, user } = await aDeveloper();
      const lines = ' https://shop.example/back \r\n\r\nurn:ietf:wg:oauth:2.0:oob\r\nhttps://shop.example/back';
      const page = await register(browser, { name: ' Web shop ', redirect_uris: lines });
      const id = idIn(page);
      expect(page.html).toContain('<h1>Web shop</h1>');
      expect(page.html).toContain(`<code>${id}</code>`);
      expect(await storedClient(id)).toMatchObject({
        user_id: user.id,
        name: 'Web shop',
        redirect_uris: ['https://shop.example/back', 'urn:ietf:wg:oauth:2.0:oob'],
      });
      expect(page.html).not.toContain('hub_secret_');
      expect(await isSecretOf(id, secretIn(await browser.open(`/back-office/clients/${id}/secret`)))).toBe(true);
      expect((await browser.open('/back-office/clients')).html).toContain(
        `href="/back-office/clients/${id}">Web shop<`,
      );
      expect(await auditOfSubject(hub, id)).toMatchObject([
        { actor: 'user', actor_id: user.id, action: 'client.create' },
        { actor: 'user', actor_id: user.id, action: 'client.show_secret' },
      ]);
    });

    test('its page explains how to get a token, with the URLs of this hub', async () => {
      const { browser } = await aDeveloper();
      const page = await register(browser, { redirect_uris: 'https://shop.example/back?a=b' });
      const id = idIn(page);
      expect(page.html).toContain(
        `<pre>https://hub.example/oauth2/v1/authorize?client_id=${id}&amp;redirect_uri=https%3A%2F%2Fshop.example%2Fback%3Fa%3Db&amp;scope=location%5Borders.read%5D&amp;state=STATE</pre>`,
      );
      expect(page.html).toContain(`<pre>curl -u '${id}' -d 'code=CODE' 'https://hub.example/oauth2/v1/token'</pre>`);
    });

    test.each([
      ['no name', { name: '' }, 'name', 'Must not be empty'],
      ['a long name', { name: 'x'.repeat(256) }, 'name', 'Must have at most 255 characters'],
      [
        'a script',
        { redirect_uris: 'https://a.example\njavascript:alert(1)' },
        'redirect_uris',
        '(not “javascript:alert(1)”)',
      ],
      ['a fragment', { redirect_uris: 'https://a.example/#b' }, 'redirect_uris', 'without fragment and credentials'],
      ['credentials', { redirect_uris: 'https://a:b@a.example/' }, 'redirect_uris', 'without fragment and credentials'],
      ['a long URI', { redirect_uris: `https://a.example/${'x'.repeat(2_048)}` }, 'redirect_uris', 'at most 2,048'],
      ['many URIs', { redirect_uris: manyUris }, 'redirect_uris', 'at most 20 elements'],
    ])('%s is refused beside its field', async (_what, fields: Record<string, string>, field, message) => {
      const { browser, user } = await aDeveloper();
      const page = await register(browser, fields);
      expect(page.status).toBe(422);
      expect(new RegExp(`id="fault-${field}">([^<]*)<`).exec(page.html)?.[1]).toContain(message);
      const { rowCount } = await hub.db.query('select 1 from clients where user_id = $1', [user.id]);
      expect(rowCount).toBe(0);
    });

    test('a character that cannot be stored is refused', async () => {
      const { browser } = await aDeveloper();
      for (const fields of [{ name: 'Till\0' }, { redirect_uris: 'https://a.example/\0' }])
        expect((await register(browser, fields)).status).toBe(422);
    });

    test('markup in a name is text', async () => {
      const { browser } = await aDeveloper();
      const page = await register(browser, { name: '<b>Till</b>' });
      expect(page.html).toContain('<h1>&lt;b>Till&lt;/b></h1>');
    });

    test('a user has at most 100 clients, also with concurrent requests', async () => {
      const { browser, user } = await aDeveloper();
      await hub.db.query(
        `insert into clients (id, user_id, name, secret_encrypted, secret_digest, redirect_uris, created_at)
       select $1 || '-' || n, $1, 'Till ' || n, '', '', '{}', now() from generate_series(1, 97) n`,
        [user.id],
      );
      const newClient = await browser.open('/back-office/clients/new');
      const sent = await Promise.all(
        Array.from({ length: 8 }, () => browser.send(newClient, { name: 'Till', redirect_uris: '' })),
      );
      expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422, 422, 422]);
      expect(sent.find(({ status }) => status === 422)?.html).toContain('You may register at most 100 clients.');
      const list = await browser.open('/back-office/clients');
      expect(list.html.match(/<tr>/g)).toHaveLength(101);
      expect(list.html).not.toContain('/back-office/clients/new');
      expect((await hub.operator('POST /management/clients', { user_id: user.id, name: 'Till' })).status).toBe(200);
    });

    test('the list explains clients to a user without any', async () => {
      const { browser } = await aDeveloper();
      expect((await browser.open('/back-office/clients')).html).toContain('A client is an app that calls the API.');
    });
  });

  /** A client of a user who has logged in, with a connection to another user's location. */
  async function aConnectedClient() {
    const developer = await aDeveloper();
    const client_id = idIn(await register(developer.browser, { redirect_uris: 'https://shop.example/back' }));
    const tenant = await aTenant(hub);
    const grant = { client_id, location_id: tenant.location.id, name: 'Bar' };
    const connection = await authorize(hub, tenant, grant);
    return { ...developer, client_id, tenant, connection, path: `/back-office/clients/${client_id}` };
  }

  const messagesOf = (id: string) => hub.bodiesOf('connection', id);

  describe('updating a client', () => {
    const change = async (browser: Browser, path: string, fields: Record<string, string>) =>
      browser.send(await browser.open(`${path}/update`), { redirect_uris: 'https://shop.example/back', ...fields });

    test('a new name reaches the gateways, and the audit has both names', async () => {
      const { browser, path, client_id, connection } = await aConnectedClient();
      const page = await change(browser, path, { name: 'Counter' });
      expect(page).toMatchObject({ status: 200, url: path });
      await eventually(() => messagesOf(connection.id).some(({ client_name }) => client_name === 'Counter'));
      const [, entry] = await auditOfSubject(hub, client_id);
      expect(entry).toMatchObject({ action: 'client.update', account_id: null });
      expect(JSON.parse(entry.details)).toEqual({
        before: { name: 'Till' },
        after: { name: 'Counter' },
      });
    });

    test('a verified client shows its mark, and its form says what takes the mark away', async () => {
      const { browser, path, client_id } = await aConnectedClient();
      expect((await browser.open(path)).html).toContain('<dt>Verified</dt><dd>No. Users are told so');
      await hub.operator(`POST /management/clients/${client_id}/verify`);
      expect((await browser.open(path)).html).toContain('<dt>Verified</dt><dd><time');
      expect((await browser.open(`${path}/update`)).html).toContain('have to be verified again');
      expect((await change(browser, path, { name: 'Counter' })).html).toContain('<dt>Verified</dt><dd>No.');
    });

    test('new redirect URIs are not announced to gateways', async () => {
      const { browser, path, client_id, connection } = await aConnectedClient();
      await change(browser, path, { name: 'Till', redirect_uris: 'https://b.example/' });
      expect(await storedClient(client_id)).toMatchObject({ redirect_uris: ['https://b.example/'] });
      const { rows } = await hub.db.query('select version from connections where id = $1', [connection.id]);
      expect(rows).toEqual([{ version: 1 }]);
    });

    test('without a change there is no audit entry; an invalid form changes nothing', async () => {
      const { browser, path, client_id } = await aConnectedClient();
      await change(browser, path, { name: 'Till' });
      const page = await change(browser, path, { name: '' });
      expect(page.status).toBe(422);
      expect(page.html).toContain('Must not be empty');
      expect(await auditOfSubject(hub, client_id)).toHaveLength(1);
    });
  });

  describe('strict handling', () => {
    test('is switched on and off on a page of its own, without the password', async () => {
      const { browser, path, client_id } = await aConnectedClient();
      expect((await browser.open(path)).html).toContain('Ignored ');
      const switchTo = async (handling: string) => browser.send(await browser.open(`${path}/handling`), { handling });
      const strict = await switchTo('strict');
      expect([strict.url, strict.html]).toEqual([path, expect.stringContaining('Refused ')]);
      expect((await storedClient(client_id)).is_strict).toBe(true);
      expect((await browser.open(`${path}/handling`)).html).toMatch(/value="strict"[^>]* checked/);
      expect((await switchTo('lenient')).html).toContain('Ignored ');
      expect((await switchTo('other')).status).toBe(422);
      expect(await auditOfSubject(hub, client_id, 'client.update_handling')).toHaveLength(2);
    });
  });

  test('a proof of the request is made compulsory on a page of its own, and optional again', async () => {
    const { browser, path, client_id } = await aConnectedClient();
    expect((await browser.open(path)).html).toContain('Optional, checked if sent ');
    const switchTo = async (proof: string) => browser.send(await browser.open(`${path}/proof`), { proof });
    const needed = await switchTo('needed');
    expect([needed.url, needed.html]).toEqual([path, expect.stringContaining('Compulsory ')]);
    expect((await storedClient(client_id)).needs_proof).toBe(true);
    expect((await browser.open(`${path}/proof`)).html).toMatch(/value="needed"[^>]* checked/);
    expect((await switchTo('optional')).html).toContain('Optional, checked if sent ');
    expect((await switchTo('other')).status).toBe(422);
  });

  describe('the secret', () => {
    const laterMs = 11 * 60_000;

    test('is shown only after the password, only in the text of the page, and is in no log', async () => {
      const { browser, given, client_id } = await aConnectedClient();
      clock.aheadMs += laterMs;
      const asked = await browser.open(`/back-office/clients/${client_id}/secret`);
      expect(asked.url).toContain('/back-office/confirm?continue=');
      expect(asked.html).not.toContain('hub_secret_');
      const wrong = await browser.send(asked, { password: 'wrong' });
      expect(wrong.html).not.toContain('hub_secret_');
      const page = await browser.send(asked, { password: given.password });
      const secret = secretIn(page);
      expect(await isSecretOf(client_id, secret)).toBe(true);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.html.split(secret)).toHaveLength(2);
      page.headers.forEach((value) => expect(value).not.toContain(secret));
      // The log works: the operator's request is in it.
      expect(lines.some((line) => line.includes('/management/connections'))).toBe(true);
      expect(lines.join('')).not.toContain(secret);
      expect(JSON.stringify(await auditOfSubject(hub, client_id))).not.toContain(secret);
    });

    test('a new one replaces it at once, and is announced for the connections', async () => {
      const { browser, client_id, connection, path } = await aConnectedClient();
      const old = secretIn(await browser.open(`${path}/secret`));
      const question = await browser.open(`${path}/rotate-secret`);
      expect(question.html).toContain('Callbacks are signed with the new secret at once');
      expect(await isSecretOf(client_id, old)).toBe(true);
      const page = await browser.send(question, { old: 'now' });
      expect(page.url).toBe(`${path}/secret`);
      expect(await isSecretOf(client_id, old)).toBe(false);
      expect(await isSecretOf(client_id, secretIn(page))).toBe(true);
      const { secret_encrypted } = await storedClient(client_id);
      await eventually(() => messagesOf(connection.id).some(({ client_secret }) => client_secret === secret_encrypted));
      expect((await auditOfSubject(hub, client_id)).map(({ action }) => action)).toContain('client.rotate_secret');
      for (const secret of [old, secretIn(page)]) expect(lines.join('')).not.toContain(secret);
    });

    test('the old one is kept for the chosen time, shown with its end, and ended at once', async () => {
      const { browser, client_id, path } = await aConnectedClient();
      const old = secretIn(await browser.open(`${path}/secret`));
      const page = await browser.send(await browser.open(`${path}/rotate-secret`), { old: 'day' });
      expect(page.html).toContain('The old one works too');
      for (const secret of [old, secretIn(page)]) expect(await isSecretOf(client_id, secret)).toBe(true);
      const shown = await browser.open(path);
      expect(shown.html).toMatch(/Old secret[^]*It works until <time/);
      expect((await browser.open(`${path}/rotate-secret`)).html).toContain('That one ends at once');
      const ended = await browser.send(await browser.open(`${path}/end-old-secret`));
      expect([ended.url, ended.html.includes('It works until')]).toEqual([path, false]);
      expect(await isSecretOf(client_id, old)).toBe(false);
      expect(await isSecretOf(client_id, secretIn(page))).toBe(true);
      expect((await browser.open(`${path}/end-old-secret`)).html).toContain('no old secret that works');
      expect((await browser.send(await browser.open(`${path}/rotate-secret`), { old: 'year' })).status).toBe(422);
    });

    test('a new one needs the password too', async () => {
      const { browser, client_id, path } = await aConnectedClient();
      const question = await browser.open(`${path}/rotate-secret`);
      const before = await storedClient(client_id);
      clock.aheadMs += laterMs;
      expect((await browser.send(question)).url).toContain('/back-office/confirm?continue=');
      expect(await storedClient(client_id)).toEqual(before);
    });
  });

  describe('a connection of the client', () => {
    test('is on its page with what the client received, and nothing about the people there', async () => {
      const { browser, path, connection, tenant } = await aConnectedClient();
      const { html } = await browser.open(path);
      for (const known of [connection.id, 'Rue du Bac', 'Bar', 'Active', 'orders']) expect(html).toContain(known);
      expect(html).not.toContain(tenant.user.email);
      expect(html).not.toContain(`/back-office/connections/${connection.id}`);
    });

    test('is listed 20 at a time, newest first', async () => {
      const { browser, path, tenant, client_id, connection } = await aConnectedClient();
      for (let at = 0; at < 20; at += 1) {
        await authorize(hub, tenant, { client_id, location_id: tenant.location.id, name: `Counter ${at}` });
      }
      const first = await browser.open(path);
      expect(first.html).toContain('Current connections: 21, newest first:');
      expect(first.html).toContain('Counter 19');
      expect(first.html).not.toContain(connection.id);
      const more = /href="(\?connections_after=[^"]*)"/.exec(first.html)?.[1] ?? '';
      const second = await browser.open(path + more);
      expect(second.html).toContain(connection.id);
      expect(second.html).not.toContain('Counter 0<');
    });

    test.each(["'", 'x'.repeat(65), '%00'])('an invalid position %p is refused', async (after) => {
      const { browser, path } = await aConnectedClient();
      expect([400, 422]).toContain((await browser.open(`${path}?connections_after=${after}`)).status);
    });
  });
});

/** The directory of apps, and what the owner of a client says there (docs/api/back-office.md#apps). */
describe('the directory of apps', () => {
  let hub: TestBackOffice;

  beforeAll(async () => (hub = await startTestBackOffice()));

  afterAll(() => hub.close());

  const aDeveloper = (name?: string) => aDescribingDeveloper(hub, name);

  const aListedApp = (name?: string) => aListedDeveloper(hub, name);

  /** Sends a file as a browser does. */
  async function upload({ browser, path }: { browser: Browser; path: string }, base64: string) {
    const { html } = await browser.open(`${path}/logo`);
    const token = / name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const form = new FormData();
    form.append('form_token', token);
    form.append('logo', new Blob([Buffer.from(base64, 'base64')], { type: 'image/png' }), 'logo.png');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const options = { method: 'POST', redirect: 'manual', headers: { cookie }, body: form } as const;
    const response = await fetch(hub.urlOf(`${path}/logo`), options);
    return { status: response.status, html: await response.text() };
  }

  describe('the directory', () => {
    test('shows a listed app with what it asks for, and leads to its own start page', async () => {
      const developer = await aListedApp();
      await hub.operator(`POST /management/clients/${developer.client_id}/verify`);
      const { browser, location } = await anOwnerOfLocation(hub);
      for (const path of ['/back-office/apps', `/back-office/locations/${location.id}/apps`]) {
        const { status, html } = await browser.open(path);
        expect(status).toBe(200);
        expect(html).toContain('<bdi>Till Pro</bdi>');
        expect(html).toContain('Takes orders &lt;b>at&lt;/b> the counter.');
        expect(html).toContain('<span class="tag good">Verified</span>');
        expect(html).toContain(
          '<a class="button primary" href="https://shop.example/connect?from=hub&amp;x=1" rel="noopener noreferrer">',
        );
        expect(html).toContain('See, create and change the orders and deliveries of the location');
      }
    });

    test('shows neither what waits nor what its owner has changed since', async () => {
      const [waiting, changed] = [await aDeveloper('Waiting app'), await aListedApp('Changed app')];
      await waiting.ask(waiting.browser);
      expect((await waiting.browser.open('/back-office/apps')).html).toContain('Changed app');
      await changed.ask(changed.browser, { description: 'A bank.' });
      const { html } = await waiting.browser.open('/back-office/apps');
      expect([html.includes('Waiting app'), html.includes('Changed app')]).toEqual([false, false]);
    });
  });

  describe('the owner of a client', () => {
    test('describes it, sees a preview and that it waits, and takes it back', async () => {
      const developer = await aDeveloper();
      const { browser, path } = developer;
      expect((await browser.open(path)).html).toContain('Not listed');
      const asked = await developer.ask(browser);
      expect([asked.status, asked.url]).toEqual([200, path]);
      expect(asked.html).toContain('The operator of this hub will look at your app.');
      expect(asked.html).toContain('<h2>Preview</h2>');
      const removed = await browser.send(await browser.open(`${path}/remove`));
      expect(removed.html).toContain('Not listed');
      expect(await developer.read()).toMatchObject({ requested_at: null, description: fields.description });
    });

    test.each([
      [
        { start_url: 'https://evil.example/' },
        'Start url must have the host of one of the redirect URIs: shop.example',
      ],
      [{ start_url: 'javascript:alert(1)' }, 'Start url must be an https URL'],
      [{ website: 'http://till.example' }, 'Website must be an https URL'],
      [{ scope: 'location[everything]' }, 'is not a permission'],
      [{ description: '' }, 'Description must not be empty'],
      [{ description: 'x'.repeat(301) }, 'Description must have at most 300 characters'],
    ])('sees beside the field why %j is refused', async (given, fault) => {
      const developer = await aDeveloper();
      const page = await developer.ask(developer.browser, given);
      expect(page.status).toBe(422);
      expect(page.html).toContain(fault);
      expect(await developer.read()).toBeNull();
    });

    test('sends a logo, which the page shows and auth serves', async () => {
      const developer = await aDeveloper();
      await developer.ask(developer.browser);
      const logo = aJpeg(200);
      expect((await upload(developer, logo)).status).toBe(303);
      const { logo_digest } = await developer.read();
      const { html } = await developer.browser.open(developer.path);
      const [, src = ''] = /<img class="logo" src="([^"]+)"/.exec(html) ?? [];
      expect(src).toContain(logo_digest);
      const response = await fetch(hub.urlOf(src));
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(logo);
    });

    test.each([
      ['a page', Buffer.from('<script>alert(1)</script>').toString('base64'), 422, 'must be a PNG or JPEG'],
      ['48 KiB and a byte', aPng(64, 64, 49_153), 422, 'must have at most'],
      ['a megabyte', aPng(64, 64, 1_048_576), 413, ''],
    ])('cannot send %s as a logo', async (_what, file, status, fault) => {
      const developer = await aDeveloper();
      await developer.ask(developer.browser);
      const answer = await upload(developer, file);
      expect(answer.status).toBe(status);
      expect(answer.html).toContain(fault);
      expect((await developer.read()).logo_digest).toBeNull();
    });

    test('is the only one: a stranger gets 404', async () => {
      const [developer, stranger] = [await aDeveloper(), await anOwner(hub)];
      await developer.ask(developer.browser);
      for (const path of ['', '/logo', '/remove']) {
        expect((await stranger.browser.open(developer.path + path)).status).toBe(404);
      }
      const other = await aDeveloper();
      const own = await other.browser.open(other.path);
      const sent = await other.browser.send(own, { ...hiddenFields(own), ...fields }, developer.path);
      expect(sent.status).toBe(404);
    });
  });

  test('operators read in the audit what became of a listing', async () => {
    const developer = await aListedApp('Till <Pro>');
    await upload(developer, aPng(64, 64));
    await developer.browser.send(await developer.browser.open(`${developer.path}/remove`));
    const { browser } = await anOperator(hub);
    const { html } = await browser.open(`/back-office/operator/audit?by=${developer.user.id}`);
    for (const sentence of [
      `<bdi>${developer.user.email}</bdi> described <bdi>Till &lt;Pro></bdi> for the directory of apps, and asked for its approval.`,
      `<bdi>${developer.user.email}</bdi> changed the logo of <bdi>Till &lt;Pro></bdi>.`,
      `<bdi>${developer.user.email}</bdi> took <bdi>Till &lt;Pro></bdi> out of the directory of apps.`,
    ])
      expect(html).toContain(sentence);
    const approved = await browser.open('/back-office/operator/audit?action=listing.approve');
    expect(approved.html).toContain('An operator of the hub put <bdi>Till &lt;Pro></bdi> into the directory of apps.');
  });
});

/** The page of a client tells its owner which callbacks refuse their events (docs/api/back-office.md#clients). */
describe('clients that refuse events', () => {
  const answers: Answers = {};

  let events: AnsweringService;

  let hub: TestBackOffice;

  beforeAll(async () => {
    events = await startAnsweringService(answers);
    hub = await startTestBackOffice({ env: { EVENTS_URL: events.url } });
  });

  afterAll(async () => {
    await hub.close();
    await events.close();
  });

  async function aDeveloper(): Promise<Browser> {
    const given = aUser({ email: `${newId()}@example.com` });
    await hub.operator('POST /management/users', given);
    return logInAs(hub, given);
  }

  async function aClient(browser: Browser) {
    const page = await browser.send(await browser.open('/back-office/clients/new'), {
      name: 'Till',
      redirect_uris: '',
    });
    const id = /clients\/([^/?]+)/.exec(page.url)?.[1] ?? '';
    return { path: `/back-office/clients/${id}`, route: `GET /internal/clients/${id}/refusing-callbacks` };
  }

  const refusing = (count: number) => ({
    callbacks: Array.from({ length: count }, (_, at) => ({ connection_id: `c${at}`, count: 20 + at, status: 401 })),
  });

  test('the first five are shown, and how many more there are', async () => {
    const browser = await aDeveloper();
    const { path, route } = await aClient(browser);
    answers[route] = () => refusing(7);
    const { html } = await browser.open(path);
    expect(html).toContain('<code>c0</code></a> answered 401 to the last 20 events.');
    expect(html).toContain('<code>c4</code></a> answered 401 to the last 24 events.');
    expect(html).toContain(`href="${path}/connections/c0/deliveries?state=refused"`);
    expect(html).not.toContain('<code>c5</code>');
    expect(html).toContain('2 more connections.');
  });

  test.each([
    ['no callback refuses its events', () => refusing(0)],
    ['the events service does not answer', () => undefined],
  ])('nothing is said, and the page is shown, when %s', async (_when, answer) => {
    const browser = await aDeveloper();
    const { path, route } = await aClient(browser);
    answers[route] = answer;
    const { html, status } = await browser.open(path);
    expect(status).toBe(200);
    expect(html).not.toContain('refuses its events');
  });

  test('the first page says it at its top: to the owner of the account, and to the owner of the client', async () => {
    const [shop, developer] = [await aTenant(hub), await aTenant(hub)];
    const { client_id } = developer;
    const { id } = await authorize(hub, developer, { location_id: shop.location.id });
    answers['POST /internal/refusing-callbacks'] = () => ({
      callbacks: [{ connection_id: id, count: 21, status: 401 }],
    });
    const homeOf = async ({ user: { email } }: typeof shop) =>
      (await (await logInAs(hub, { email, password: aUser().password })).open('/back-office')).html;
    const seen = await homeOf(shop);
    expect(seen).toContain('<bdi>Till</bdi> answered 401 to the last 21 events.');
    expect(seen.indexOf('Apps refuse their events')).toBeLessThan(seen.indexOf('<h2'));
    expect(seen).toContain(`href="/back-office/connections/${id}/deliveries?state=refused"`);
    expect(await homeOf(developer)).toContain(
      `href="/back-office/clients/${client_id}/connections/${id}/deliveries?state=refused"`,
    );
    const asked = events.asked.filter(({ route }) => route === 'POST /internal/refusing-callbacks');
    for (const { account, client_id: own } of [shop, developer])
      expect(asked.map(({ body }) => body)).toContainEqual({ account_ids: [account.id], client_ids: [own] });
    // Whatever events answers, auth tells nobody of the connections of others.
    expect(await homeOf(await aTenant(hub))).not.toContain('Apps refuse their events');
    answers['POST /internal/refusing-callbacks'] = () => undefined;
    expect(await homeOf(shop)).toContain('Rue du Bac');
  });

  test('nothing is asked about the client of another user', async () => {
    const { path, route } = await aClient(await aDeveloper());
    answers[route] = () => refusing(1);
    const other = await aDeveloper();
    const asked = events.asked.length;
    expect((await other.open(path)).status).toBe(404);
    expect(events.asked.slice(asked).map((call) => call.route)).not.toContain(route);
  });
});

/** The pages of test shops, while the API does not answer the simulators (docs/api/sandbox.md#your-test-shop). */
describe('test shops', () => {
  let hub: TestBackOffice;

  beforeAll(async () => (hub = await startTestBackOffice({ env: { TEST_SHOPS_API_URL: 'http://127.0.0.1:1/v1' } })));

  afterAll(() => hub.close());

  const path = '/back-office/test-shop';

  const shopOf = async (user_id: string) =>
    (await hub.db.query('select * from test_shops where user_id = $1', [user_id])).rows[0];

  test('one button makes the shop; the page shows its ids, and why the simulators could not act', async () => {
    const { browser, user } = await anOwner(hub);
    const home = await browser.open('/back-office');
    expect(home.html).toContain(`action="${path}/new"`);
    const page = await browser.send(await browser.open(`${path}/new`), {});
    expect(page.url).toBe(path);
    const { account_id, location_id, failure, is_filled } = await shopOf(user.id);
    for (const text of ['Your test shop is open.', 'https://hub.example/v1', account_id, location_id, failure])
      expect(page.html).toContain(text);
    const run =
      'hub login --hub https://hub.example --profile partner\nhub certify till --profile app --partner partner';
    expect(page.html).toContain(run);
    expect(page.html).toContain('href="/docs/certification"');
    expect([is_filled, page.html]).toEqual([
      false,
      expect.stringContaining('could not do everything at its last visit'),
    ]);
    expect((await browser.open('/back-office')).html).toContain('Your test shop');
  });

  test('the till and the website behave as the form says; faults are shown', async () => {
    const { browser, user } = await anOwner(hub);
    await browser.send(await browser.open(`${path}/new`), {});
    const fields = { answer: 'reject', delay_seconds: '30', minutes_between_orders: '0' };
    await browser.send(await browser.open(path), fields);
    const { settings, account_id } = await shopOf(user.id);
    expect(settings).toEqual({ answer: 'reject', delay_seconds: 30, minutes_between_orders: 0 });
    const faulty = await browser.send(await browser.open(path), { ...fields, answer: 'never', delay_seconds: '9999' });
    expect(faulty.html).toContain('Answer must be one of these');
    expect((await browser.send(await browser.open(path), { ...fields, delay_seconds: '9999' })).html).toMatch(
      /Delay seconds must be at most 3,600/,
    );

    await browser.send(await browser.open(`${path}/prices`), { percent: '10' });
    expect(await shopOf(user.id)).toMatchObject({ asked_percent: 10 });
    const ended = await browser.send(await browser.open(`${path}/end`), {});
    expect(ended.html).toContain('Make a test shop');
    const actions = (await auditOfAccount(hub, account_id)).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['test_shop.open', 'test_shop.update', 'test_shop.change_prices', 'test_shop.end']),
    );
  });

  test('a hub without an address of the API offers no test shop', async () => {
    const without = await startTestBackOffice();
    const { browser } = await anOwner(without);
    expect((await browser.open('/back-office')).html).not.toContain('Test shop');
    expect((await browser.open(path)).html).toContain('This hub has no test shops.');
    await without.close();
  });
});

describe('the next visit of a test shop', () => {
  const now = new Date('2026-07-01T10:00:00Z');

  const [ago, ahead] = [(ms: number) => new Date(now.getTime() - ms), (ms: number) => now.getTime() + ms];

  const minuteMs = 60_000;

  const waitMs = (visited: Partial<Parameters<typeof nextVisitAt>[0]>) =>
    nextVisitAt({ now, active_at: now, planned: [], ...visited }).getTime() - now.getTime();

  test('a shop that somebody writes against is visited every few seconds, another less often', () => {
    expect(waitMs({ active_at: ago(9 * minuteMs) })).toBe(6_000);
    expect(waitMs({ active_at: ago(11 * minuteMs) })).toBe(20_000);
  });

  test('what is planned earlier comes first, but not at once', () => {
    expect(waitMs({ planned: [undefined, ahead(3_000), ahead(4_000)] })).toBe(3_000);
    expect(waitMs({ planned: [ahead(-5_000)] })).toBe(1_000);
    expect(waitMs({ planned: [ahead(60_000)] })).toBe(6_000);
  });

  test('after a failure it waits as the hub asks, for an hour at most', () => {
    const after = (retryAfterSeconds?: number) => waitMs({ planned: [ahead(0)], failure: { retryAfterSeconds } });
    expect([after(), after(1), after(40), after(80_000)]).toEqual([15_000, 15_000, 40_000, 3_600_000]);
  });
});
