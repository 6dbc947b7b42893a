/** The pages of locations (docs/api/back-office.md#locations). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { hiddenFields, type Browser } from '../../auth/test/browser.ts';
import { aLocationCaller } from '../../auth/test/builders.ts';
import { anOwner, anOwnerOfLocation, auditOfAccount } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

const place = {
  name: 'Rue du Bac',
  address: '1 rue du Bac',
  postal_code: '75007',
  city: 'Paris',
  country: 'FR',
  timezone: 'Europe/Paris',
};

const rowOf = async (id: string) =>
  (await hub.db.query('select name, address, postal_code, city, country, timezone from locations where id = $1', [id]))
    .rows[0];

const locationsOf = async (account_id: string) =>
  (await hub.db.query('select id from locations where account_id = $1', [account_id])).rows;

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

  test('belongs to the account; the audit says who created it', async () => {
    const { browser, account, user } = await anOwner(hub);
    const page = await add(browser, account.id, place);
    expect(page.html).toContain('<h1>Rue du Bac</h1>');
    const id = page.url.split('/').at(-1) ?? '';
    expect(await rowOf(id)).toEqual(place);
    expect(await auditOfAccount(hub, account.id)).toMatchObject([
      { actor_id: user.id, action: 'location.create', subject_id: id },
    ]);
  });

  test('needs no address', async () => {
    const { browser, account } = await anOwner(hub);
    const bare = { address: '', postal_code: ' ', city: '', country: '' };
    const page = await add(browser, account.id, { ...place, ...bare });
    const nothing = { address: null, postal_code: null, city: null, country: null };
    expect(await rowOf(page.url.split('/').at(-1) ?? '')).toEqual({ ...place, ...nothing });
  });

  test.each(faults)('with %j is refused beside the field; nothing is stored', async (fields, fault) => {
    const { browser, account } = await anOwner(hub);
    const page = await add(browser, account.id, { ...place, ...fields });
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await locationsOf(account.id)).toEqual([]);
    expect(await auditOfAccount(hub, account.id)).toEqual([]);
  });

  test("a stranger gets 404 for another user's account, and creates nothing", async () => {
    const [owner, stranger] = [await anOwner(hub), await anOwner(hub)];
    const own = await stranger.browser.open(pathOf(stranger.account.id));
    const path = pathOf(owner.account.id);
    expect((await stranger.browser.open(path)).status).toBe(404);
    expect((await stranger.browser.send(own, { ...hiddenFields(own), ...place }, path)).status).toBe(404);
    expect(await locationsOf(owner.account.id)).toEqual([]);
  });
});

describe('the page of a location', () => {
  test('shows its details, and what apps have set, in words', async () => {
    const { browser, ...tenant } = await anOwnerOfLocation(hub, place);
    const client = (await hub.operator('POST /management/clients', { user_id: tenant.user.id, name: 'Till' })).body;
    const path = `/back-office/locations/${tenant.location.id}`;
    const unset = await browser.open(path);
    expect(unset.html).toContain('Not set yet.');
    const as = await aLocationCaller(hub, { ...tenant, client, client_id: client.client_id });
    const settings = {
      opening_hours: {
        monday: [
          { from: '09:00', to: '14:00' },
          { from: '18:00', to: '02:00' },
          { from: '03:00', to: '04:00' },
        ],
      },
      order_acceptance: { mode: 'paused', reason: '<b>The oven</b>', resume_at: '2999-07-01T12:00:00+02:00' },
    };
    expect((await hub.call(`PATCH /locations/${tenant.location.id}`, { as, body: settings })).status).toBe(200);
    const { html } = await browser.open(path);
    for (const text of [
      '1 rue du Bac',
      '75007 Paris',
      'France',
      '09:00 to 14:00, 18:00 to 02:00, 03:00 to 04:00 the next day',
      'Closed',
      'Usually 15 minutes',
      'Paused',
      'No orders are accepted.',
      '&lt;b>The oven',
      '1 Jul 2999, 12:00',
    ])
      expect(html).toContain(text);
    for (const link of ['orders', 'events', 'update']) expect(html).toContain(`href="${path}/${link}"`);
  });

  test.each(['location', 'account'] as const)('says that it is suspended when its %s is', async (what) => {
    const owner = await anOwnerOfLocation(hub);
    await hub.operator(`POST /management/${what}s/${owner[what].id}/suspend`);
    const { html } = await owner.browser.open(`/back-office/locations/${owner.location.id}`);
    expect(html).toContain('This location is suspended');
  });

  test('a stranger gets 404', async () => {
    const [owner, stranger] = [await anOwnerOfLocation(hub), await anOwner(hub)];
    expect((await stranger.browser.open(`/back-office/locations/${owner.location.id}`)).status).toBe(404);
  });
});

describe('editing a location', () => {
  const pathOf = (id: string) => `/back-office/locations/${id}/update`;
  const edit = async (browser: Browser, id: string, fields: Record<string, string>) =>
    browser.send(await browser.open(pathOf(id)), { ...place, ...fields });

  test('is announced to clients, as caused by no client, and to gateways; the audit says who did it', async () => {
    const { browser, location, account, user } = await anOwnerOfLocation(hub, place);
    const page = await edit(browser, location.id, { name: 'Broadway', timezone: 'America/New_York', city: '' });
    expect(page).toMatchObject({ status: 200, url: `/back-office/locations/${location.id}` });
    const after = { ...place, name: 'Broadway', timezone: 'America/New_York', city: null };
    expect(await rowOf(location.id)).toEqual(after);
    const [change] = await eventually(() => hub.bodiesOf('change', location.id));
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
    await eventually(() => hub.bodiesOf('location', location.id));
    expect(hub.bodiesOf('location', location.id)).toEqual([
      { id: location.id, account_id: account.id, timezone: 'America/New_York' },
    ]);
    expect(await auditOfAccount(hub, account.id)).toMatchObject([
      {
        ...{ actor_id: user.id, action: 'location.update', subject_id: location.id },
        details: JSON.stringify({
          before: { name: place.name, city: 'Paris', timezone: place.timezone },
          after: { name: 'Broadway', city: null, timezone: 'America/New_York' },
        }),
      },
    ]);
  });

  test('is announced to gateways only if the timezone changes', async () => {
    const { browser, location } = await anOwnerOfLocation(hub, place);
    await edit(browser, location.id, { name: 'Broadway' });
    await eventually(() => hub.bodiesOf('change', location.id));
    expect(hub.bodiesOf('location', location.id)).toEqual([]);
  });

  test('without a change announces nothing', async () => {
    const { browser, location, account } = await anOwnerOfLocation(hub, place);
    expect((await edit(browser, location.id, {})).status).toBe(200);
    await edit(browser, location.id, { name: 'Broadway' });
    await eventually(() => hub.bodiesOf('change', location.id));
    expect(hub.bodiesOf('change', location.id)).toHaveLength(1);
    expect(await auditOfAccount(hub, account.id)).toHaveLength(1);
  });

  test('concurrent edits are serialised: each event starts from the state of the one before', async () => {
    const { browser, location } = await anOwnerOfLocation(hub, place);
    const form = await browser.open(pathOf(location.id));
    await Promise.all(['A', 'B', 'C'].map((name) => browser.send(form, { ...place, name })));
    const changes = await eventually(() => {
      const found = hub.bodiesOf('change', location.id);
      return found.length === 3 && found;
    });
    const names = changes.map(({ previous_state, new_state }) =>
      [previous_state, new_state].map((state) => JSON.parse(state!).name),
    );
    expect(names.slice(1).map(([before]) => before)).toEqual(names.slice(0, -1).map(([, after]) => after));
    expect((await rowOf(location.id)).name).toBe(names.at(-1)?.[1]);
  });

  test('keeps a country and a timezone that are in no list', async () => {
    const odd = { country: 'Frankreich', timezone: 'Asia/Calcutta' };
    const { browser, location } = await anOwnerOfLocation(hub, { ...place, ...odd });
    const form = await browser.open(pathOf(location.id));
    expect(form.html).toContain('value="Frankreich"');
    expect(form.html).toContain('value="Asia/Calcutta"');
    // docs/api/conventions.md#timezones: today's name is offered too.
    expect(form.html).toContain('value="Asia/Kolkata"');
    expect((await browser.send(form, { ...place, ...odd, name: 'Bar' })).status).toBe(200);
    expect(await rowOf(location.id)).toEqual({ ...place, ...odd, name: 'Bar' });
  });

  test.each(faults)('%j is refused beside the field; nothing is stored or announced', async (fields, fault) => {
    const { browser, location, account } = await anOwnerOfLocation(hub, place);
    const page = await edit(browser, location.id, { city: 'Lyon', ...fields });
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await rowOf(location.id)).toEqual(place);
    expect(await auditOfAccount(hub, account.id)).toEqual([]);
    expect((await hub.db.query('select from outbox where key = $1', [location.id])).rowCount).toBe(0);
    expect(hub.bodiesOf('change', location.id)).toEqual([]);
  });

  test('a stranger gets 404, and changes nothing', async () => {
    const [owner, stranger] = [await anOwnerOfLocation(hub, place), await anOwnerOfLocation(hub)];
    const own = await stranger.browser.open(pathOf(stranger.location.id));
    const path = pathOf(owner.location.id);
    expect((await stranger.browser.open(path)).status).toBe(404);
    const sent = await stranger.browser.send(own, { ...hiddenFields(own), ...place, name: 'Mine' }, path);
    expect(sent.status).toBe(404);
    expect(await rowOf(owner.location.id)).toEqual(place);
    expect(await auditOfAccount(hub, owner.account.id)).toEqual([]);
  });
});
