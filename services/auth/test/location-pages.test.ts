/** The pages of locations (docs/api/back-office.md#locations). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { aLocationCaller } from './builders.ts';
import { hiddenFields, type Browser } from './browser.ts';
import { anOwner, anOwnerOfLocation, auditOf } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

const place = {
  name: 'Rue du Bac',
  address: '1 rue du Bac',
  postal_code: '75007',
  city: 'Paris',
  country: 'FR',
  timezone: 'Europe/Paris',
};

const rowOf = async (id: string) =>
  (await auth.db.query('select name, address, postal_code, city, country, timezone from locations where id = $1', [id]))
    .rows[0];

const locationsOf = async (account_id: string) =>
  (await auth.db.query('select id from locations where account_id = $1', [account_id])).rows;

const faults = [
  [{ name: ' ' }, 'Name must not be empty'],
  [{ name: 'x'.repeat(256) }, 'Name must have at most 255 characters'],
  [{ address: 'x'.repeat(501) }, 'Address must have at most 500 characters'],
  [{ postal_code: 'x'.repeat(501) }, 'Postal code must have at most 500 characters'],
  [{ city: 'x'.repeat(501) }, 'City must have at most 500 characters'],
  [{ country: 'Atlantis' }, 'Country must be chosen'],
  [{ timezone: 'Europe/Atlantis' }, 'Timezone must be the IANA name of a timezone'],
] as const;

describe('a new location', () => {
  const pathOf = (account_id: string) => `/back-office/accounts/${account_id}/locations/new`;
  const add = async (browser: Browser, account_id: string, fields: Record<string, string>) =>
    browser.send(await browser.open(pathOf(account_id)), fields);

  test('belongs to the account, and the audit says who made it', async () => {
    const { browser, account, user } = await anOwner(auth);
    const page = await add(browser, account.id, place);
    expect(page.html).toContain('<h1>Rue du Bac</h1>');
    const id = page.url.split('/').at(-1) ?? '';
    expect(await rowOf(id)).toEqual(place);
    expect(await auditOf(auth, account.id)).toMatchObject([
      { actor_id: user.id, action: 'location.create', subject_id: id },
    ]);
  });

  test('needs no address', async () => {
    const { browser, account } = await anOwner(auth);
    const bare = { address: '', postal_code: ' ', city: '', country: '' };
    const page = await add(browser, account.id, { ...place, ...bare });
    const nothing = { address: null, postal_code: null, city: null, country: null };
    expect(await rowOf(page.url.split('/').at(-1) ?? '')).toEqual({ ...place, ...nothing });
  });

  test.each(faults)('with %j is refused beside the field, and nothing is made', async (fields, fault) => {
    const { browser, account } = await anOwner(auth);
    const page = await add(browser, account.id, { ...place, ...fields });
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await locationsOf(account.id)).toEqual([]);
    expect(await auditOf(auth, account.id)).toEqual([]);
  });

  test("another user's account is not there, whatever is sent", async () => {
    const [owner, stranger] = [await anOwner(auth), await anOwner(auth)];
    const own = await stranger.browser.open(pathOf(stranger.account.id));
    const path = pathOf(owner.account.id);
    expect((await stranger.browser.open(path)).status).toBe(404);
    expect((await stranger.browser.send(own, { ...hiddenFields(own), ...place }, path)).status).toBe(404);
    expect(await locationsOf(owner.account.id)).toEqual([]);
  });
});

describe('the page of a location', () => {
  test('shows where it is, and what applications have set, in words', async () => {
    const { browser, ...tenant } = await anOwnerOfLocation(auth, place);
    const client = (await auth.operator('POST /management/clients', { user_id: tenant.user.id, name: 'Till' })).body;
    const path = `/back-office/locations/${tenant.location.id}`;
    const unset = await browser.open(path);
    expect(unset.html).toContain('No application has set them yet.');
    const as = await aLocationCaller(auth, { ...tenant, client, client_id: client.client_id });
    const settings = {
      opening_hours: {
        monday: [
          { from: '09:00', to: '14:00' },
          { from: '18:00', to: '02:00' },
        ],
      },
      order_acceptance: { mode: 'paused', reason: '<b>The oven</b>', resume_at: '2999-07-01T12:00:00+02:00' },
    };
    expect((await auth.call(`PATCH /locations/${tenant.location.id}`, { as, body: settings })).status).toBe(200);
    const { html } = await browser.open(path);
    for (const text of [
      '1 rue du Bac',
      '75007 Paris',
      'France',
      '09:00 to 14:00, 18:00 to 02:00',
      'Closed',
      'Usually 15 minutes',
      'Paused',
      'No orders are accepted.',
      '&lt;b>The oven',
      '1 Jul 2999, 12:00',
    ])
      expect(html).toContain(text);
    for (const way of ['orders', 'events', 'edit']) expect(html).toContain(`href="${path}/${way}"`);
  });

  test.each(['location', 'account'] as const)('says that it is suspended, with its %s', async (what) => {
    const owner = await anOwnerOfLocation(auth);
    await auth.operator(`POST /management/${what}s/${owner[what].id}/suspend`);
    const { html } = await owner.browser.open(`/back-office/locations/${owner.location.id}`);
    expect(html).toContain('This location is suspended');
  });

  test("another user's is not there", async () => {
    const [owner, stranger] = [await anOwnerOfLocation(auth), await anOwner(auth)];
    expect((await stranger.browser.open(`/back-office/locations/${owner.location.id}`)).status).toBe(404);
  });
});

describe('editing a location', () => {
  const pathOf = (id: string) => `/back-office/locations/${id}/edit`;
  const edit = async (browser: Browser, id: string, fields: Record<string, string>) =>
    browser.send(await browser.open(pathOf(id)), { ...place, ...fields });

  test('tells applications, as a change of no client, and gateways; the audit says who did it', async () => {
    const { browser, location, account, user } = await anOwnerOfLocation(auth, place);
    const page = await edit(browser, location.id, { name: 'Broadway', timezone: 'America/New_York', city: '' });
    expect(page).toMatchObject({ status: 200, url: `/back-office/locations/${location.id}` });
    const after = { ...place, name: 'Broadway', timezone: 'America/New_York', city: null };
    expect(await rowOf(location.id)).toEqual(after);
    const [change] = await eventually(() => auth.bodiesOf('change', location.id));
    expect(change).toMatchObject({
      ...{ resource_type: 'location', event_type: 'update', client_id: null, account_id: account.id },
      ...{ location_id: location.id, timezone: 'America/New_York' },
    });
    expect(JSON.parse(change!.previous_state!)).toEqual(location);
    expect(JSON.parse(change!.new_state!)).toMatchObject({
      ...after,
      timezone: { name: 'America/New_York' },
      account: { id: account.id },
    });
    await eventually(() => auth.bodiesOf('location', location.id));
    expect(auth.bodiesOf('location', location.id)).toEqual([{ id: location.id, account_id: account.id }]);
    expect(await auditOf(auth, account.id)).toMatchObject([
      {
        ...{ actor_id: user.id, action: 'location.update', subject_id: location.id },
        details: JSON.stringify({
          before: { name: place.name, city: 'Paris', timezone: place.timezone },
          after: { name: 'Broadway', city: null, timezone: 'America/New_York' },
        }),
      },
    ]);
  });

  test('gateways are told nothing unless the timezone changes', async () => {
    const { browser, location } = await anOwnerOfLocation(auth, place);
    await edit(browser, location.id, { name: 'Broadway' });
    await eventually(() => auth.bodiesOf('change', location.id));
    expect(auth.bodiesOf('location', location.id)).toEqual([]);
  });

  test('what changes nothing tells nobody', async () => {
    const { browser, location, account } = await anOwnerOfLocation(auth, place);
    expect((await edit(browser, location.id, {})).status).toBe(200);
    await edit(browser, location.id, { name: 'Broadway' });
    await eventually(() => auth.bodiesOf('change', location.id));
    expect(auth.bodiesOf('change', location.id)).toHaveLength(1);
    expect(await auditOf(auth, account.id)).toHaveLength(1);
  });

  test('two edits at once come one after the other, and each event begins where the former ended', async () => {
    const { browser, location } = await anOwnerOfLocation(auth, place);
    const form = await browser.open(pathOf(location.id));
    await Promise.all(['A', 'B', 'C'].map((name) => browser.send(form, { ...place, name })));
    const changes = await eventually(() => {
      const found = auth.bodiesOf('change', location.id);
      return found.length === 3 && found;
    });
    const names = changes.map(({ previous_state, new_state }) =>
      [previous_state, new_state].map((state) => JSON.parse(state!).name),
    );
    expect(names.slice(1).map(([before]) => before)).toEqual(names.slice(0, -1).map(([, after]) => after));
    expect((await rowOf(location.id)).name).toBe(names.at(-1)?.[1]);
  });

  test('a country and a timezone that no list has stay as they are', async () => {
    const odd = { country: 'Frankreich', timezone: 'Asia/Calcutta' };
    const { browser, location } = await anOwnerOfLocation(auth, { ...place, ...odd });
    const form = await browser.open(pathOf(location.id));
    expect(form.html).toContain('value="Frankreich"');
    expect(form.html).toContain('value="Asia/Calcutta"');
    expect((await browser.send(form, { ...place, ...odd, name: 'Bar' })).status).toBe(200);
    expect(await rowOf(location.id)).toEqual({ ...place, ...odd, name: 'Bar' });
  });

  test.each(faults)('%j is refused beside the field, and nothing is written or told', async (fields, fault) => {
    const { browser, location, account } = await anOwnerOfLocation(auth, place);
    const page = await edit(browser, location.id, { city: 'Lyon', ...fields });
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await rowOf(location.id)).toEqual(place);
    expect(await auditOf(auth, account.id)).toEqual([]);
    expect((await auth.db.query('select from outbox where key = $1', [location.id])).rowCount).toBe(0);
    expect(auth.bodiesOf('change', location.id)).toEqual([]);
  });

  test("another user's is not there, whatever is sent", async () => {
    const [owner, stranger] = [await anOwnerOfLocation(auth, place), await anOwnerOfLocation(auth)];
    const own = await stranger.browser.open(pathOf(stranger.location.id));
    const path = pathOf(owner.location.id);
    expect((await stranger.browser.open(path)).status).toBe(404);
    const sent = await stranger.browser.send(own, { ...hiddenFields(own), ...place, name: 'Mine' }, path);
    expect(sent.status).toBe(404);
    expect(await rowOf(owner.location.id)).toEqual(place);
    expect(await auditOf(auth, owner.account.id)).toEqual([]);
  });
});
