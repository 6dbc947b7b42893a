import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { logoPath } from '@order-hub/shared/management/apps';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { aGuest, begin, type Guest } from './authorizing.ts';
import { aConnectedTenant, aTenant, back, authorize, type Tenant } from './builders.ts';
import { aJpeg, aPng } from './logos.ts';
import { auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** The mark of a verified client (docs/api/back-office.md#clients). */
describe('verified clients', () => {
  const mark = (verb: 'verify' | 'unverify', client_id: string) =>
    auth.operator(`POST /management/clients/${client_id}/${verb}`);

  /** A guest whose client an operator has verified. */
  async function aVerifiedGuest() {
    const guest = await aGuest(auth);
    expect((await mark('verify', guest.client_id)).status).toBe(200);
    const { rows } = await auth.db.query('select user_id from clients where id = $1', [guest.client_id]);
    const developer = aPrincipal({ user: { id: rows[0].user_id, email: 'dev@example.com' }, is_confirmed: true });
    return { ...guest, developer };
  }

  async function consentOf(guest: Guest) {
    const choice = await begin(guest);
    return (await guest.browser.send(choice, { place: guest.location.id })).html;
  }

  const warning = '(not verified)';

  const entriesOf = async (client_id: string) =>
    (
      await auth.db.query('select action, actor, details from audit_entries where subject_id = $1 order by id', [
        client_id,
      ])
    ).rows;

  describe('an operator', () => {
    test('marks a client: the consent page no longer warns; and takes the mark away', async () => {
      const guest = await aGuest(auth);
      expect(await consentOf(guest)).toContain(`<bdi>Dev Eloper</bdi> ${warning}`);
      expect((await mark('verify', guest.client_id)).body).toMatchObject({ verified_at: expect.any(String) });
      const verified = await consentOf(guest);
      expect(verified).toContain('<bdi>Dev Eloper</bdi>');
      expect(verified).not.toContain(warning);
      expect((await mark('unverify', guest.client_id)).body).toMatchObject({ verified_at: null });
      expect(await consentOf(guest)).toContain(warning);
    });

    test('makes an entry in the audit, of a real change only', async () => {
      const { client_id } = await aGuest(auth);
      for (const verb of ['unverify', 'verify', 'verify', 'unverify', 'unverify'] as const) await mark(verb, client_id);
      const [, ...entries] = await entriesOf(client_id);
      const details = { name: 'Till', redirect_uris: [back] };
      expect(entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) }))).toEqual([
        { action: 'client.verify', actor: 'operator', details },
        { action: 'client.unverify', actor: 'operator', details },
      ]);
    });

    test('gets 404 for an unknown client', async () => {
      expect([(await mark('verify', newId())).status, (await mark('unverify', newId())).status]).toEqual([404, 404]);
    });

    test('updates a client, which keeps its mark', async () => {
      const { client_id } = await aVerifiedGuest();
      await auth.operator(`POST /management/clients/${client_id}`, { name: 'Counter', redirect_uris: [back] });
      const { body } = await auth.operator(`GET /management/clients/${client_id}`);
      expect(body).toMatchObject({ name: 'Counter', verified_at: expect.any(String) });
    });
  });

  describe('the owner of a verified client', () => {
    test.each([
      ['another name', { name: 'Bank', redirect_uris: [back] }],
      ['other redirect URIs', { name: 'Till', redirect_uris: [back, 'https://elsewhere.example/'] }],
    ])('loses the mark with %s, which the audit tells', async (_, body) => {
      const { developer, ...guest } = await aVerifiedGuest();
      const { client_id } = guest;
      expect((await auth.call(`POST /management/clients/${client_id}`, { user: developer, body })).status).toBe(200);
      expect(await consentOf(guest)).toContain(warning);
      const entry = (await entriesOf(client_id)).at(-1);
      expect([entry.action, entry.actor, JSON.parse(entry.details)]).toMatchObject([
        'client.update',
        'user',
        { before: { verified_at: expect.any(String) }, after: { verified_at: null } },
      ]);
    });

    test('keeps it with an update that changes nothing', async () => {
      const { developer, ...guest } = await aVerifiedGuest();
      const body = { name: 'Till', redirect_uris: [back] };
      await auth.call(`POST /management/clients/${guest.client_id}`, { user: developer, body });
      expect(await consentOf(guest)).not.toContain(warning);
    });

    test('loses it with another name of their own, and keeps it with another timezone', async () => {
      const { developer, ...guest } = await aVerifiedGuest();
      const profile = { first_name: 'Dev', last_name: 'Eloper', timezone: 'Europe/Paris', locales: [] };
      const update = (body: object) => auth.call('POST /management/user', { user: developer, body });
      expect((await update(profile)).status).toBe(200);
      expect(await consentOf(guest)).not.toContain(warning);
      expect((await update({ ...profile, last_name: 'Bank' })).status).toBe(200);
      expect(await consentOf(guest)).toContain(`<bdi>Dev Bank</bdi> ${warning}`);
      expect((await entriesOf(guest.client_id)).at(-1)).toMatchObject({ action: 'client.unverify', actor: 'user' });
    });

    test('cannot verify a client', async () => {
      const { developer, client_id } = await aVerifiedGuest();
      expect(
        (await auth.call(`POST /management/clients/${client_id}/verify`, { user: developer, body: {} })).status,
      ).toBe(403);
    });
  });
});

/** docs/api/authentication.md#proof-of-the-request */
test('a proof of the request is made compulsory with the password, by its owner; the audit has it', async () => {
  const { user, client_id } = await aConnectedTenant(auth);
  const send = (is_confirmed: boolean, needs_proof: unknown) =>
    auth.call(`POST /management/clients/${client_id}/proof`, {
      ...{ internal: 'auth', from: 'back-office', body: { needs_proof } },
      user: aPrincipal({ user: { id: user.id, email: 'ada@example.com' }, is_confirmed }),
    });
  const needsProof = async () => (await auth.operator(`GET /management/clients/${client_id}`)).body.needs_proof;
  expect([(await send(false, true)).status, await needsProof()]).toEqual([403, false]);
  expect([(await send(true, true)).status, await needsProof()]).toEqual([200, true]);
  expect((await send(true, true)).status).toBe(200);
  expect([(await send(false, false)).status, await needsProof()]).toEqual([403, true]);
  const entries = await auditOfSubject(auth, client_id, 'client.update_proof');
  expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
    { before: { needs_proof: false }, after: { needs_proof: true } },
  ]);
});

/** Clients with strict handling (docs/api/conventions.md#strict-handling). */
describe('strict clients', () => {
  const isStrict = async (access_token: string) =>
    (await auth.internal(`GET /internal/connections/${digest(access_token)}`)).body.is_strict;

  /** How often the connection was announced. */
  const announced = (id: string) =>
    auth.published.filter(({ topic, key }) => topic === 'connection' && key === id).length;

  const update = (user_id: string, client_id: string, is_strict: unknown) =>
    auth.call(`POST /management/clients/${client_id}/handling`, {
      ...{ internal: 'auth', from: 'back-office', body: { is_strict } },
      user: aPrincipal({ user: { id: user_id, email: 'ada@example.com' } }),
    });

  test('its owner switches it on and off: the gateway is told with each connection; the audit has both', async () => {
    const { user, client_id, connection } = await aConnectedTenant(auth);
    expect(await isStrict(connection.access_token)).toBe(false);
    expect((await update(user.id, client_id, true)).status).toBe(200);
    expect((await update(user.id, client_id, true)).status).toBe(200);
    expect(await isStrict(connection.access_token)).toBe(true);
    expect((await auth.operator(`GET /management/clients/${client_id}`)).body).toMatchObject({ is_strict: true });
    await update(user.id, client_id, false);
    expect(await isStrict(connection.access_token)).toBe(false);
    // Once when it was granted, and once with each change.
    await eventually(() => announced(connection.id) === 3);
    const entries = await auditOfSubject(auth, client_id, 'client.update_handling');
    expect(entries.map(({ actor_id, details }) => [actor_id, JSON.parse(details)])).toEqual([
      [user.id, { before: { is_strict: false }, after: { is_strict: true } }],
      [user.id, { before: { is_strict: true }, after: { is_strict: false } }],
    ]);
  });

  test('it stays when the name changes, and the mark of a verified client stays when it is switched', async () => {
    const { user, client_id } = await aConnectedTenant(auth);
    await auth.operator(`POST /management/clients/${client_id}/verify`);
    await update(user.id, client_id, true);
    expect((await auth.operator(`GET /management/clients/${client_id}`)).body.verified_at).not.toBeNull();
    await auth.operator(`POST /management/clients/${client_id}`, { name: 'Counter', redirect_uris: [] });
    const { body } = await auth.operator(`GET /management/clients/${client_id}`);
    expect(body).toMatchObject({ name: 'Counter', is_strict: true });
  });

  test('the client of another user is a 404, as an unknown one is; a value that is none is a 422', async () => {
    const { client_id, connection, user } = await aConnectedTenant(auth);
    const other = await aConnectedTenant(auth);
    expect((await update(other.user.id, client_id, true)).status).toBe(404);
    expect((await update(user.id, newId(), true)).status).toBe(404);
    expect((await update(user.id, client_id, 'true')).status).toBe(422);
    expect(await isStrict(connection.access_token)).toBe(false);
  });
});

/** The directory of apps (docs/api/back-office.md#apps). */
describe('the directory of apps', () => {
  const fields = {
    description: 'Takes orders at the counter.',
    scope: 'location[orders.write,catalog.read]',
    website: 'https://till.example',
    start_url: 'https://shop.example/connect',
  };

  /** A developer with a client, which may be described and listed. */
  async function aDeveloper() {
    const { user, client_id } = await aTenant(auth);
    const as = aPrincipal({ user: { id: user.id, email: user.email } });
    const send = (path: string, body: object = {}) =>
      auth.call(`POST /management/clients/${client_id}${path}`, { user: as, body });
    return {
      ...{ user, client_id, as, send },
      save: (overrides: object = {}) => send('/listing', { ...fields, ...overrides }),
      saveLogo: (logo: string | null) => send('/logo', { logo }),
      read: async () => (await auth.call(`GET /management/clients/${client_id}/listing`, { user: as })).body.listing,
      approve: (requested_at: string) =>
        auth.operator(`POST /management/clients/${client_id}/listing/approve`, { requested_at }),
      newClient: async () => {
        const body = { name: 'Another', redirect_uris: ['https://shop.example/back'] };
        return (await auth.call('POST /management/clients', { user: as, body })).body.client_id as string;
      },
    };
  }

  type Developer = Awaited<ReturnType<typeof aDeveloper>>;

  async function aListedApp(): Promise<Developer> {
    const developer = await aDeveloper();
    const { body } = await developer.save();
    expect((await developer.approve(body.requested_at)).status).toBe(200);
    return developer;
  }

  /** All apps of the directory, page by page. */
  async function directory(count = 100): Promise<any[]> {
    const found: any[] = [];
    for (let after = ''; ;) {
      const route = `GET /management/apps?count=${count}${after && `&after=${after}`}`;
      const { status, body } = await auth.call(route, { user: aPrincipal() });
      expect(status).toBe(200);
      found.push(...body.items);
      if (body.next === null) return found;
      after = body.next;
    }
  }

  const isListed = async (client_id: string) => (await directory()).some((app) => app.client_id === client_id);

  describe('an app', () => {
    test('is in the directory once its owner has described it and an operator has listed it', async () => {
      const developer = await aDeveloper();
      expect(await developer.read()).toBeNull();
      const { status, body } = await developer.save({ description: '  Takes orders at the counter.  ' });
      expect([status, body.listed_at]).toEqual([200, null]);
      expect(await isListed(developer.client_id)).toBe(false);
      expect((await developer.approve(body.requested_at)).body.listed_at).toEqual(expect.any(String));
      expect((await directory()).find(({ client_id }) => client_id === developer.client_id)).toEqual({
        ...{ client_id: developer.client_id, name: 'Till', owner_name: 'Ada Lovelace', is_verified: false },
        ...fields,
        logo_digest: null,
        scope: 'location[orders.write,catalog.read]',
      });
      await auth.operator(`POST /management/clients/${developer.client_id}/verify`);
      expect(await directory()).toContainEqual(
        expect.objectContaining({ client_id: developer.client_id, is_verified: true }),
      );
    });

    test.each([
      ['another description', (developer: Developer) => developer.save({ description: 'A bank.' })],
      ['a logo', (developer: Developer) => developer.saveLogo(aPng())],
      [
        'another name',
        ({ send }: Developer) => send('', { name: 'Bank', redirect_uris: ['https://shop.example/back'] }),
      ],
      ['other redirect URIs', ({ send }: Developer) => send('', { name: 'Till', redirect_uris: [] })],
    ])('with %s from its owner leaves the directory until an operator has looked', async (_what, change) => {
      const developer = await aListedApp();
      expect((await change(developer)).status).toBe(200);
      expect(await isListed(developer.client_id)).toBe(false);
      const { items } = (await auth.operator('GET /management/listings?state=requested')).body;
      expect(items.map((item: any) => item.client_id)).toContain(developer.client_id);
    });

    test.each([
      ['description', (developer: Developer) => developer.save({ description: 'A bank.' })],
      ['name', ({ send }: Developer) => send('', { name: 'Bank', redirect_uris: ['https://shop.example/back'] })],
    ])('is not listed with a %s that the operator has not seen', async (_what, change) => {
      const developer = await aDeveloper();
      const { body: seen } = await developer.save();
      expect((await change(developer)).status).toBe(200);
      const { status, body } = await developer.approve(seen.requested_at);
      expect([status, body.code]).toEqual([422, 'changed_meanwhile']);
      expect(body.message).toContain('changed this listing meanwhile');
      expect(await isListed(developer.client_id)).toBe(false);
    });

    test('that returned to another host meanwhile is not listed', async () => {
      const developer = await aDeveloper();
      await developer.save();
      await developer.send('', { name: 'Till', redirect_uris: ['https://elsewhere.example/back'] });
      expect((await developer.approve((await developer.read()).requested_at)).body.errors[0].field).toBe('start_url');
    });

    test.each(['its owner', 'an operator'])(
      'is taken out by %s, and is listed again only when it asks',
      async (who) => {
        const developer = await aListedApp();
        const { requested_at } = await developer.read();
        const route = `POST /management/clients/${developer.client_id}/listing/remove`;
        const removed = who === 'its owner' ? await developer.send('/listing/remove') : await auth.operator(route);
        expect([removed.status, removed.body.listed_at]).toEqual([200, null]);
        expect(await isListed(developer.client_id)).toBe(false);
        expect((await developer.approve(requested_at)).status).toBe(422);
        await developer.save();
        expect((await developer.approve((await developer.read()).requested_at)).status).toBe(200);
      },
    );

    test('has entries in the audit: of what was asked, listed and removed', async () => {
      const developer = await aListedApp();
      await developer.saveLogo(aPng());
      await developer.send('/listing/remove');
      const { rows } = await auth.db.query(
        "select action, actor from audit_entries where subject_id = $1 and action like 'listing.%' order by id",
        [developer.client_id],
      );
      expect(rows.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
        'user listing.request',
        'operator listing.approve',
        'user listing.update_logo',
        'user listing.remove',
      ]);
    });
  });

  describe('422 names the field', () => {
    test.each([
      [{ description: ' ' }, 'description', 'must not be empty'],
      [{ description: 'x'.repeat(301) }, 'description', 'must have at most 300 characters'],
      [{ description: 'evil \u202e text' }, 'description', 'must have no control'],
      [{ scope: '' }, 'scope', 'must name at least one permission'],
      [{ scope: 'profile' }, 'scope', 'must name permissions of a location or an account'],
      [{ scope: 'location[everything]' }, 'scope', 'is not a permission'],
      [{ website: 'http://till.example' }, 'website', 'must be an https URL'],
      [{ website: 'javascript:alert(1)' }, 'website', 'must be an https URL'],
      [{ website: 'https://a:b@till.example' }, 'website', 'must be an https URL'],
      [{ website: `https://till.example/${'x'.repeat(500)}` }, 'website', 'must have at most 500 characters'],
      [{ start_url: 'http://shop.example/connect' }, 'start_url', 'must be an https URL'],
      [{ start_url: 'https://evil.example/connect' }, 'start_url', 'must have the host of one of the redirect URIs'],
      [{ start_url: 'https://shop.example.evil.example/' }, 'start_url', 'must have the host of one'],
      [{ start_url: 'https://shop.example:8443/' }, 'start_url', 'must have the host of one'],
      [{ start_url: '//evil.example' }, 'start_url', 'must be an https URL'],
      [{ start_url: 'https:\tevil.example' }, 'start_url', 'must be an https URL'],
    ])('%j', async (overrides, field, message) => {
      const developer = await aDeveloper();
      const { status, body } = await developer.save(overrides);
      expect([status, body.errors?.[0].field]).toEqual([422, field]);
      expect(body.errors[0].message).toContain(message);
      expect(await developer.read()).toBeNull();
    });
  });

  describe('a logo', () => {
    test.each([
      ['image/png', aPng(100)],
      ['image/jpeg', aJpeg(100)],
    ])('of type %s is served with headers that make it harmless', async (type, logo) => {
      const developer = await aDeveloper();
      expect((await developer.saveLogo(logo)).status).toBe(404);
      await developer.save();
      const { body } = await developer.saveLogo(logo);
      const response = await fetch(auth.urlOf(logoPath(body.logo_digest)));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(logo);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      await developer.saveLogo(null);
      expect((await developer.read()).logo_digest).toBeNull();
      expect((await fetch(auth.urlOf(logoPath(body.logo_digest)))).status).toBe(404);
    });

    test.each([
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 'must be a PNG or JPEG'],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64'), 'must be a PNG or JPEG'],
      ['nothing', '', 'must be a PNG or JPEG'],
      ['no base64', '!!!', 'must be a PNG or JPEG'],
      ['a PNG that was cut off', aPng(64, 64, 600).slice(0, 400), 'was cut off'],
      ['half a JPEG', aJpeg().slice(0, 8), 'must be a PNG or JPEG'],
      ['a JPEG that never begins', Buffer.from('ffd8ffe0ffff', 'hex').toString('base64'), 'must be a PNG or JPEG'],
      ['a huge picture', aPng(30_000), '16 to 1,024 pixels'],
      ['a tiny picture', aPng(1), '16 to 1,024 pixels'],
      ['a long picture', aJpeg(64, 65_535), '16 to 1,024 pixels'],
      ['48 KiB and a byte', aPng(64, 64, 49_153), 'must have at most'],
    ])('that is %s is refused', async (_what, logo, message) => {
      const developer = await aDeveloper();
      await developer.save();
      const { status, body } = await developer.saveLogo(logo);
      expect([status, body.errors[0].field]).toEqual([422, 'logo']);
      expect(body.errors[0].message).toContain(message);
      expect((await developer.read()).logo_digest).toBeNull();
    });

    test('of 48 KiB is taken', async () => {
      const developer = await aDeveloper();
      await developer.save();
      expect((await developer.saveLogo(aPng(64, 64, 49_152))).status).toBe(200);
    });
  });

  test('a user has at most 10 apps in the directory or waiting for it, however many arrive at once', async () => {
    const developer = await aDeveloper();
    const ids = await Promise.all(Array.from({ length: 14 }, () => developer.newClient()));
    const answers = await Promise.all(
      ids.map((id) => auth.call(`POST /management/clients/${id}/listing`, { user: developer.as, body: fields })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.message).toContain('apps of a user in the directory, at most 10');
    const [first] = ids.filter((_, at) => answers[at]?.status === 200);
    await auth.call(`POST /management/clients/${first}/listing/remove`, { user: developer.as, body: {} });
    expect((await developer.save()).status).toBe(200);
  });

  test('the directory is by name, page by page; nobody but its owner and operators see what is not listed', async () => {
    const names = ['zeta', 'Alpha', 'beta', 'beta'];
    for (const name of names) {
      const developer = await aDeveloper();
      await developer.send('', { name, redirect_uris: ['https://shop.example/back'] });
      await developer.save();
      await developer.approve((await developer.read()).requested_at);
    }
    const all = await directory();
    const shown = all.map(({ name }) => name.toLowerCase());
    expect(shown).toEqual([...shown].sort());
    expect(await directory(2)).toEqual(all);
    const [owner, stranger] = [await aDeveloper(), await aDeveloper()];
    await owner.save();
    const route = `GET /management/clients/${owner.client_id}/listing`;
    expect((await auth.call(route, { user: stranger.as })).status).toBe(404);
    expect((await auth.call(`POST ${route.slice(4)}`, { user: stranger.as, body: fields })).status).toBe(404);
    expect((await auth.operator(`POST /management/clients/${newId()}/listing/remove`)).status).toBe(404);
  });
});

/** Test shops: opened by users, visited on their behalf, and ended (docs/api/sandbox.md#your-test-shop). */
describe('test shops', () => {
  let auth: TestAuth;
  const clock = { aheadMs: 0 };
  const hourMs = 3_600_000;
  const now = () => new Date(Date.now() + clock.aheadMs);

  beforeAll(async () => (auth = await startTestAuth({ now, env: { TEST_SHOPS_MAX: '3' } })));
  afterAll(() => auth.close());

  const path = '/management/user/test_shop';
  const as = ({ user }: Tenant) => ({ user: aPrincipal({ user: { id: user.id, email: user.email } }) });
  const open = (tenant: Tenant) => auth.call(`POST ${path}`, { ...as(tenant), body: {} });
  const retrieve = async (tenant: Tenant) => (await auth.call(`GET ${path}`, as(tenant))).body;
  const post = (tenant: Tenant, action: string, body = {}) =>
    auth.call(`POST ${path}/${action}`, { ...as(tenant), body });
  const end = (tenant: Tenant) => post(tenant, 'end');

  type Claimed = { user_id: string; lease_id: string; till_token: string; website_token: string };

  const internal = (route: string, body: object) =>
    auth.call(`POST /internal/test_shops/${route}`, { internal: 'auth', from: 'back-office', body });
  const claim = async ({ user }: Tenant): Promise<Claimed | undefined> =>
    (await internal('claim', { count: 20 })).body.items.find(({ user_id }: Claimed) => user_id === user.id);
  const keep = ({ user_id, lease_id }: Claimed, kept: object = {}) =>
    internal('keep', {
      ...{ user_id, lease_id, remembered: { till: 1 }, is_filled: true, done_percent: null, failure: null },
      next_visit_at: now().toISOString(),
      ...kept,
    });
  const callerOf = async (token: string) => (await auth.internal(`GET /internal/connections/${digest(token)}`)).body;

  test('a user opens one shop, however often, and the simulators are connected to its location', async () => {
    const tenant = await aTenant(auth);
    expect(await retrieve(tenant)).toEqual({ shop: null, offer: 'open' });
    const opened = await Promise.all([open(tenant), open(tenant), open(tenant)]);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    const shop = opened[0].body;
    expect(opened.map(({ body }) => body.account_id)).toEqual([shop.account_id, shop.account_id, shop.account_id]);
    expect(shop).toMatchObject({ location_name: 'Test shop', status: 'running', is_filled: false });
    expect((await auth.call('GET /management/accounts', as(tenant))).body.items).toMatchObject([
      {},
      { name: 'Test shop' },
    ]);
    expect(await auditOfSubject(auth, shop.location_id, 'test_shop.open')).toHaveLength(1);

    const claimed = await claim(tenant);
    expect(await callerOf(claimed?.till_token ?? '')).toMatchObject({
      status: 'active',
      caller: { client_name: 'Simulated till', location_id: shop.location_id, user_id: tenant.user.id },
    });
    expect(await callerOf(claimed?.website_token ?? '')).toMatchObject({
      caller: { client_name: 'Simulated website' },
    });
    await end(tenant);
  });

  test('a shop is claimed once per visit, also when its visitor does not return', async () => {
    const tenant = await aTenant(auth);
    await open(tenant);
    const claims = await Promise.all([claim(tenant), claim(tenant), claim(tenant)]);
    expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(1);
    clock.aheadMs += 61_000;
    const second = await claim(tenant);
    expect(second).toMatchObject({ remembered: {}, is_filled: false });
    // The first visitor returns too late.
    await keep(claims.find((claimed) => claimed !== undefined) as Claimed, { remembered: { till: 'old' } });
    await keep(second as Claimed, { next_visit_at: new Date(now().getTime() + 5_000).toISOString() });
    expect(await claim(tenant)).toBeUndefined();
    clock.aheadMs += 6_000;
    expect(await claim(tenant)).toMatchObject({ remembered: { till: 1 }, is_filled: true });
    await end(tenant);
  });

  test('what the user asks for is due at once, and stays until it is done', async () => {
    const tenant = await aTenant(auth);
    const { location_id } = (await open(tenant)).body;
    const first = await claim(tenant);
    const settings = { answer: 'reject', delay_seconds: 10, minutes_between_orders: 0 };
    expect((await post(tenant, 'settings', settings)).body).toMatchObject({ settings });
    await post(tenant, 'prices', { percent: 10 });
    await keep(first as Claimed, { next_visit_at: new Date(now().getTime() + hourMs).toISOString() });
    const second = await claim(tenant);
    expect(second).toMatchObject({ settings, asked_percent: 10 });
    await keep(second as Claimed, { done_percent: 10 });
    expect(await claim(tenant)).toMatchObject({ asked_percent: null });
    expect(await auditOfSubject(auth, location_id, 'test_shop.update')).toMatchObject([{ actor: 'user' }]);
    expect(await auditOfSubject(auth, location_id, 'test_shop.change_prices')).toHaveLength(1);
    for (const [action, body] of [
      ['prices', { percent: 101 }],
      ['settings', { ...settings, minutes_between_orders: 0.5 }],
    ] as const) {
      expect((await post(tenant, action, body)).status).toBe(422);
    }
    await end(tenant);
  });

  test('a shop falls asleep when nobody calls for an hour, and any other application wakes it', async () => {
    const tenant = await aTenant(auth);
    const { account_id, location_id } = (await open(tenant)).body;
    const { id: connection_id } = await authorize(auth, tenant, { location_id });
    const simulator = await claim(tenant);
    await keep(simulator as Claimed);
    clock.aheadMs += hourMs + 1_000;
    const used = (id: string) =>
      auth.call('POST /internal/connection-uses', {
        internal: 'auth',
        body: { uses: [{ connection_id: id, used_at: now().toISOString() }] },
      });
    const { rows } = await auth.db.query('select till_id from test_shops where account_id = $1', [account_id]);
    await used(rows[0].till_id);
    expect([(await retrieve(tenant)).shop.status, await claim(tenant)]).toEqual(['asleep', undefined]);
    await used(connection_id);
    expect((await retrieve(tenant)).shop.status).toBe('running');
    expect(await claim(tenant)).toBeDefined();
    await end(tenant);
  });

  test('a shop whose till is disconnected, or whose account is suspended, is not visited', async () => {
    const tenant = await aTenant(auth);
    const { account_id } = (await open(tenant)).body;
    await auth.operator(`POST /management/accounts/${account_id}/suspend`);
    expect([(await retrieve(tenant)).shop.status, await claim(tenant)]).toEqual(['cut_off', undefined]);
    await auth.operator(`POST /management/accounts/${account_id}/resume`);
    const { rows } = await auth.db.query('select till_id from test_shops where account_id = $1', [account_id]);
    await auth.call(`POST /management/connections/${rows[0].till_id}/disconnect`, { ...as(tenant), body: {} });
    expect([(await retrieve(tenant)).shop.status, await claim(tenant)]).toEqual(['cut_off', undefined]);
    await end(tenant);
  });

  test('it ends when its user says so, and the next one has the same account and new tokens', async () => {
    const tenant = await aTenant(auth);
    const { account_id, location_id } = (await open(tenant)).body;
    const first = (await claim(tenant)) as Claimed;
    expect((await end(tenant)).status).toBe(200);
    expect((await end(tenant)).status).toBe(404);
    expect(await callerOf(first.till_token)).toMatchObject({ status: 'disconnected' });
    expect(await retrieve(tenant)).toEqual({ shop: null, offer: 'open' });
    expect((await open(tenant)).body).toMatchObject({ account_id, location_id });
    const second = await claim(tenant);
    expect(second).toMatchObject({ remembered: {}, is_filled: false });
    expect(second?.till_token).not.toBe(first.till_token);
    await end(tenant);
  });

  test('it ends by itself after a week', async () => {
    const tenant = await aTenant(auth);
    const { location_id } = (await open(tenant)).body;
    const { till_token } = (await claim(tenant)) as Claimed;
    clock.aheadMs += 7 * 24 * hourMs;
    const restarted = await startTestAuth({ now, database: auth.database });
    await eventually(async () => (await retrieve(tenant)).shop === null);
    await restarted.close();
    expect(await callerOf(till_token)).toMatchObject({ status: 'disconnected' });
    expect(await auditOfSubject(auth, location_id, 'test_shop.expire')).toMatchObject([{ actor_id: tenant.user.id }]);
  });

  test('the hub has no more shops than its operator allows, also when users open them at once', async () => {
    const tenants = await Promise.all(Array.from({ length: 5 }, () => aTenant(auth)));
    const statuses = (await Promise.all(tenants.map(open))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 422, 422]);
    expect((await retrieve(await aTenant(auth))).offer).toBe('full');
  });

  test("another user's shop cannot be reached, and only the back office may claim", async () => {
    const stranger = await aTenant(auth);
    for (const [action, body] of [
      ['settings', { answer: 'reject', delay_seconds: 0, minutes_between_orders: 0 }],
      ['prices', { percent: 10 }],
      ['end', {}],
    ] as const) {
      expect([action, (await post(stranger, action, body)).status]).toEqual([action, 404]);
    }
    for (const from of ['gateway', 'orders', 'events', 'auth'] as const) {
      const call = { internal: 'auth', from, body: { count: 1 } };
      expect((await auth.call('POST /internal/test_shops/claim', call)).status).toBe(401);
    }
  });
});
