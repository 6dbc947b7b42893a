/** Authorisation requests that have a fault, and forms that were tampered with (docs/api/authentication.md#errors-of-authorisation-requests). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encryptSecret } from '@order-hub/shared/encryption';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { createHash } from 'node:crypto';
import { aGuest, approve, authorizePath, begin, codesOf, exchange, linkIn, sentTo, type Guest } from './authorizing.ts';
import { back } from './builders.ts';
import { hiddenFields, logInAs, openBrowser, type Page } from './browser.ts';
import { basic, sendForm, startNeighbours, type Neighbours } from './issued-codes.ts';
import { startTestAuth, type TestAuth } from './service.ts';

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
    [{ scope: `location[${'orders.read,'.repeat(100)}orders.read]` }, 'invalid_scope', expect.stringContaining('1024')],
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
  expect((await sendForm(auth, 'token', { code, code_verifier }, header)).body).toMatchObject({ token_type: 'Bearer' });
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
    await auth.db.query("update clients set redirect_uris = '{https://new.example/}' where id = $1", [guest.client_id]);
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
