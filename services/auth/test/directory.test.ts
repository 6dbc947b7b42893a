/** The directory of apps (docs/api/back-office.md#apps). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { logoPath } from '@order-hub/shared/management/apps';
import { aPrincipal } from '@order-hub/testing/call';
import { aTenant } from './builders.ts';
import { aJpeg, aPng } from './logos.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

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
    ['another name', ({ send }: Developer) => send('', { name: 'Bank', redirect_uris: ['https://shop.example/back'] })],
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

  test.each(['its owner', 'an operator'])('is taken out by %s, and is listed again only when it asks', async (who) => {
    const developer = await aListedApp();
    const { requested_at } = await developer.read();
    const route = `POST /management/clients/${developer.client_id}/listing/remove`;
    const removed = who === 'its owner' ? await developer.send('/listing/remove') : await auth.operator(route);
    expect([removed.status, removed.body.listed_at]).toEqual([200, null]);
    expect(await isListed(developer.client_id)).toBe(false);
    expect((await developer.approve(requested_at)).status).toBe(422);
    await developer.save();
    expect((await developer.approve((await developer.read()).requested_at)).status).toBe(200);
  });

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
