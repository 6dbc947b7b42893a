/** The pages of accounts (docs/api/back-office.md#accounts). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { aLocation, aUser } from '../../auth/test/builders.ts';
import { hiddenFields, logInAs, openBrowser, type Browser } from '../../auth/test/browser.ts';
import { anOwner, auditOfAccount } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

const place = { address: '', postal_code: '', city: '', country: '', timezone: 'Europe/Paris' };

const accountsOf = async (user_id: string) =>
  (await hub.db.query('select id, name, currency from accounts where user_id = $1 order by id', [user_id])).rows;

const idOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';

describe('the home of the back office', () => {
  test('shows the locations of a single account', async () => {
    const { browser, account } = await anOwner(hub);
    const empty = await browser.open('/back-office');
    expect(empty.html).toContain(`/back-office/accounts/${account.id}/locations/new`);
    await hub.operator('POST /management/locations', aLocation(account.id, { city: 'Paris', country: 'FR' }));
    const { html } = await browser.open('/back-office');
    for (const text of ['Rue du Bac', 'Paris, France', 'Chez Ada']) expect(html).toContain(text);
  });

  test('lists many accounts, a hundred at a time, each once', async () => {
    const { browser, user, account } = await anOwner(hub);
    await hub.db.query(
      `insert into accounts (id, user_id, name, currency, created_at)
       select $1 || lpad(n::text, 3, '0'), $2, 'Number ' || n, 'EUR', now() from generate_series(1, 101) n`,
      [account.id, user.id],
    );
    const first = await browser.open('/back-office');
    const [, more = ''] = /href="([^"]*\?after=[^"]*)"/.exec(first.html) ?? [];
    const second = await browser.open(more);
    const links = (html: string) => [...html.matchAll(/accounts\/(\w{12,})"/g)].map(([, id]) => id);
    expect([links(first.html).length, links(second.html).length]).toEqual([100, 2]);
    expect([...links(first.html), ...links(second.html)]).toEqual((await accountsOf(user.id)).map(({ id }) => id));
    expect(second.html).not.toContain('?after=');
  });

  test('explains the first step to a user without accounts', async () => {
    const given = aUser();
    await hub.operator('POST /management/users', given);
    const { html } = await (await logInAs(hub, given)).open('/back-office');
    expect(html).toContain('You have none yet');
    expect(html).toContain('href="/back-office/accounts/new"');
  });
});

describe('a new account', () => {
  const add = async (browser: Browser, fields: Record<string, string>) =>
    browser.send(await browser.open('/back-office/accounts/new'), fields);

  test('belongs to the user, and the audit names them', async () => {
    const { browser, user, email } = await anOwner(hub);
    const page = await add(browser, { name: ' Da Bruno ', currency: 'JPY', user_id: 'another' });
    expect(page.html).toContain('<h1>Da Bruno</h1>');
    expect(page.html).toContain('Japanese Yen (JPY)');
    const id = idOf(page);
    expect(await accountsOf(user.id)).toContainEqual({ id, name: 'Da Bruno', currency: 'JPY' });
    expect(await auditOfAccount(hub, id)).toMatchObject([
      { actor_id: user.id, actor_name: email, action: 'account.create', subject_id: id },
    ]);
  });

  test.each([
    [{ name: '', currency: 'EUR' }, 'Name must not be empty'],
    [{ name: 'A', currency: '' }, 'Currency must be an ISO 4217 currency code'],
    [{ name: 'A', currency: 'eur' }, 'Currency must be an ISO 4217 currency code'],
    [{ name: 'x'.repeat(256), currency: 'EUR' }, 'Name must have at most 255 characters'],
  ])('with %j is refused beside the field, and nothing is created', async (fields, fault) => {
    const { browser, user } = await anOwner(hub);
    const page = await add(browser, fields);
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await accountsOf(user.id)).toHaveLength(1);
  });

  test('is refused to a user with a hundred accounts', async () => {
    const { browser, user, account } = await anOwner(hub);
    await hub.db.query(
      `insert into accounts (id, user_id, name, currency, created_at)
       select $1 || n, $2, 'Number ' || n, 'EUR', now() from generate_series(1, 99) n`,
      [account.id, user.id],
    );
    const page = await add(browser, { name: 'One more', currency: 'EUR' });
    expect(page.status).toBe(422);
    expect(page.html).toContain('You may have at most 100 businesses.');
    expect(await accountsOf(user.id)).toHaveLength(100);
  });
});

describe('the page of an account', () => {
  test('shows its facts and its suspension', async () => {
    const { browser, account } = await anOwner(hub);
    const path = `/back-office/accounts/${account.id}`;
    const active = await browser.open(path);
    for (const text of ['<h1>Chez Ada</h1>', 'Euro (EUR)', account.id, 'Active']) expect(active.html).toContain(text);
    await hub.operator(`POST /management/accounts/${account.id}/suspend`);
    expect((await browser.open(path)).html).toContain('its subscription has not been paid');
  });

  test('lists its locations, fifty at a time, each once', async () => {
    const { browser, account } = await anOwner(hub);
    for (let n = 0; n < 51; n += 1) await hub.operator('POST /management/locations', aLocation(account.id));
    const first = await browser.open(`/back-office/accounts/${account.id}`);
    const [, more = ''] = /href="([^"]*\?after=[^"]*)"/.exec(first.html) ?? [];
    const second = await browser.open(more);
    const links = (html: string) => [...html.matchAll(/locations\/(\w{12,})"/g)].map(([, id]) => id);
    expect([links(first.html).length, links(second.html).length]).toEqual([50, 1]);
    expect(new Set([...links(first.html), ...links(second.html)]).size).toBe(51);
  });

  test("404 for another user's account", async () => {
    const [owner, stranger] = [await anOwner(hub), await anOwner(hub)];
    expect((await stranger.browser.open(`/back-office/accounts/${owner.account.id}`)).status).toBe(404);
  });
});

describe('renaming an account', () => {
  const rename = async (browser: Browser, id: string, name: string) =>
    browser.send(await browser.open(`/back-office/accounts/${id}/update`), { name });

  test('changes the name, and the audit names the user', async () => {
    const { browser, account, user, email } = await anOwner(hub);
    await rename(browser, account.id, ' Da Bruno ');
    expect((await browser.open('/back-office')).html).toContain('Da Bruno');
    expect(await auditOfAccount(hub, account.id)).toMatchObject([
      {
        actor: 'user',
        actor_id: user.id,
        actor_name: email,
        action: 'account.rename',
        details: '{"before":"Chez Ada","after":"Da Bruno"}',
        address: expect.any(String),
      },
    ]);
  });

  test('sends no event: no location changes', async () => {
    const { browser, account } = await anOwner(hub);
    const location = (await hub.operator('POST /management/locations', aLocation(account.id))).body;
    await rename(browser, account.id, 'Da Bruno');
    // The event of a later change has the new name before and after.
    await browser.send(await browser.open(`/back-office/locations/${location.id}/update`), { ...place, name: 'Bar' });
    const [change, ...others] = await eventually(() => hub.bodiesOf('change', location.id));
    expect(others).toEqual([]);
    expect(JSON.parse(change!.previous_state!).account.name).toBe('Da Bruno');
  });

  test('the same name again changes nothing', async () => {
    const { browser, account } = await anOwner(hub);
    await rename(browser, account.id, account.name);
    expect(await auditOfAccount(hub, account.id)).toEqual([]);
  });

  test.each([
    ['', 'must not be empty'],
    ['x'.repeat(256), 'at most 255 characters'],
  ])('the name %p is refused beside its field', async (name, message) => {
    const { browser, account } = await anOwner(hub);
    const page = await rename(browser, account.id, name);
    expect(page.status).toBe(422);
    expect(page.html).toContain(message);
  });

  test("404 for another user's account, also for a form", async () => {
    const [owner, stranger] = [await anOwner(hub), await anOwner(hub)];
    const own = await stranger.browser.open(`/back-office/accounts/${stranger.account.id}/update`);
    const path = `/back-office/accounts/${owner.account.id}/update`;
    expect((await stranger.browser.open(path)).status).toBe(404);
    expect((await stranger.browser.send(own, { ...hiddenFields(own), name: 'Mine' }, path)).status).toBe(404);
    expect(await auditOfAccount(hub, owner.account.id)).toEqual([]);
  });
});

test('audit entries can be neither updated nor deleted', async () => {
  for (const statement of [
    'update audit_entries set action = null',
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(hub.db.query(statement)).rejects.toThrow('only added to');
});

test('an unknown path gets a page with 404', async () => {
  const page = await openBrowser(hub).open('/back-office/none/of/them');
  expect(page.status).toBe(404);
  expect(page.html).toContain('<h1>There is no such page</h1>');
});
