/** The pages of operators (docs/api/back-office.md#operators). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aLocation, anAccount, aTenant, authorize, type Tenant } from '../../auth/test/builders.ts';
import { hiddenFields, logInAs, openBrowser, type Browser } from '../../auth/test/browser.ts';
import { aKnownUser, aNewOperator, anOperator } from '../../auth/test/owner.ts';
import { addApp, secondFactorPath } from '../../auth/test/second-factors.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
let operator: { browser: Browser; email: string; id: string };
let tenant: Tenant;

beforeAll(async () => {
  hub = await startTestBackOffice();
  operator = await anOperator(hub);
  tenant = await aTenant(hub);
});
afterAll(() => hub.close());

/** Every page of operators, of the tenant. */
const operatorPages = () => [
  '/back-office/operator',
  `/back-office/operator/accounts/${tenant.account.id}`,
  `/back-office/operator/accounts/${tenant.account.id}/suspend`,
  `/back-office/operator/accounts/${tenant.account.id}/resume`,
  `/back-office/operator/locations/${tenant.location.id}/suspend`,
  `/back-office/operator/locations/${tenant.location.id}/resume`,
  '/back-office/operator/audit',
];

const isSuspended = async (table: 'accounts' | 'locations', id: string) =>
  (await hub.db.query(`select 1 from ${table} where id = $1 and suspended_at is not null`, [id])).rowCount === 1;

describe('adding and removing an operator', () => {
  test('takes effect with the next request', async () => {
    const user = await aKnownUser(hub);
    const browser = await logInAs(hub, user);
    await addApp(browser);
    expect((await browser.open('/back-office/operator')).status).toBe(404);
    await hub.operator('POST /management/operators', { user: user.id });
    expect(await browser.open('/back-office/operator')).toMatchObject({ status: 200, url: '/back-office/operator' });
    expect((await browser.open('/back-office')).html).toContain('href="/back-office/operator"');
    await hub.operator('POST /management/operators/remove', { user: user.id });
    expect((await browser.open('/back-office/operator')).status).toBe(404);
    expect((await browser.open('/back-office')).html).not.toContain('href="/back-office/operator"');
  });
});

describe("the operators' pages", () => {
  test('redirect an operator without a second factor to add one, whatever they send', async () => {
    const { browser } = await aNewOperator(hub);
    const form = hiddenFields(await browser.open('/back-office/log-out'));
    const reason = new URLSearchParams({ ...form, reason: 'Mine' });
    for (const path of operatorPages()) {
      const to = `${secondFactorPath}?continue=${encodeURIComponent(path)}`;
      const shown = await browser.request('GET', path);
      expect([shown.status, shown.headers.get('location')]).toEqual([303, to]);
      const sent = await browser.request('POST', path, reason);
      // A page without a form has no POST.
      if (sent.status !== 404) expect([sent.status, sent.headers.get('location')]).toEqual([303, to]);
    }
    expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
    const { added } = await addApp(browser);
    expect(added.status).toBe(200);
    for (const path of operatorPages()) expect(await browser.open(path)).toMatchObject({ status: 200, url: path });
  });

  test('are missing for other users, including the owner, whatever they send', async () => {
    const user = await aKnownUser(hub);
    const browser = await logInAs(hub, user);
    const form = hiddenFields(await browser.open('/back-office/log-out'));
    for (const path of operatorPages()) {
      expect([path, (await browser.open(path)).status]).toEqual([path, 404]);
      const sent = await browser.request('POST', path, new URLSearchParams({ ...form, reason: 'Mine' }));
      expect([path, sent.status]).toEqual([path, 404]);
    }
    expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
    expect(await isSuspended('locations', tenant.location.id)).toBe(false);
  });

  test('redirect visitors without a session to the log-in page', async () => {
    for (const path of operatorPages()) {
      const page = await openBrowser(hub).open(path);
      expect(page.url).toBe(`/back-office/log-in?continue=${encodeURIComponent(path)}`);
    }
  });

  test('open for an operator, each with a different title', async () => {
    const pages = await Promise.all(operatorPages().map((path) => operator.browser.open(path)));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
  });

  test.each(['accounts', 'locations'])('404: unknown %s', async (what) => {
    for (const verb of ['suspend', 'resume']) {
      const path = `/back-office/operator/${what}/${newId()}/${verb}`;
      expect((await operator.browser.open(path)).status).toBe(404);
      const form = hiddenFields(await operator.browser.open(operatorPages()[2]!));
      const sent = await operator.browser.request('POST', path, new URLSearchParams({ ...form, reason: 'x' }));
      expect(sent.status).toBe(404);
    }
  });
});

describe('searching', () => {
  const search = async (q: string) =>
    (await operator.browser.open(`/back-office/operator?q=${encodeURIComponent(q)}`)).html;

  /** A user with an account and a location of these names. */
  async function aPlace(name: string) {
    const user = await aKnownUser(hub);
    const account = (await hub.operator('POST /management/accounts', anAccount(user.id, { name }))).body;
    const location = (await hub.operator('POST /management/locations', aLocation(account.id, { name }))).body;
    return { user, account, location };
  }

  test('finds by the start of a name in any case, by id, and by the email address of the owner', async () => {
    const mark = newId();
    const { user, account, location } = await aPlace(`Été ${mark} 100%`);
    for (const q of [`été ${mark}`, ` ÉTÉ ${mark.toUpperCase()} 100% `, user.email.toUpperCase()]) {
      const html = await search(q);
      expect(html).toContain(account.id);
      expect(html).toContain(location.id);
    }
    expect(await search(account.id)).toContain(`/back-office/operator/accounts/${account.id}"`);
    expect(await search(location.id)).toContain(location.id);
    for (const q of [mark, `%${mark}`, `Été ${mark} 100_`, user.email.slice(0, -1)])
      expect(await search(q)).not.toContain(account.id);
  });

  test('says that not all matches are shown', async () => {
    const mark = `Many ${newId()}`;
    const { account } = await aPlace(mark);
    for (let made = 0; made < 50; made += 1)
      await hub.operator('POST /management/locations', aLocation(account.id, { name: `${mark} ${made}` }));
    const html = await search(mark);
    expect(html).toContain('Not all matches are shown');
    expect(html.split(mark).length - 1).toBeGreaterThan(50);
    expect(await search(`${mark} 49`)).not.toContain('Not all matches are shown');
  });

  test('without a text the newest accounts are shown; markup in a name is text', async () => {
    const { account } = await aPlace('<b>Bold</b>');
    const html = await search('');
    expect(html).toContain(account.id);
    expect(html).toContain('&lt;b>Bold&lt;/b>');
  });

  test('a text that is too long is refused, any other text is searched', async () => {
    expect((await operator.browser.open(`/back-office/operator?q=${'x'.repeat(256)}`)).status).toBe(400);
    expect((await operator.browser.open('/back-office/operator?q=%00')).status).toBe(400);
    for (const q of ["'", '\\', '%', '_', '\ud83c\udf55', '%FF', '.*', '"', '�'])
      expect([q, (await operator.browser.open(`/back-office/operator?q=${encodeURIComponent(q)}`)).status]).toEqual([
        q,
        200,
      ]);
  });
});

describe('an account', () => {
  test('shows its owner, its locations in pages, and how many connections it has', async () => {
    const mine = await aTenant(hub);
    await authorize(hub, mine, { location_id: mine.location.id });
    const { id } = await authorize(hub, mine, { account_id: mine.account.id });
    await hub.operator(`POST /management/connections/${id}/disconnect`);
    for (let made = 0; made < 50; made += 1)
      await hub.operator('POST /management/locations', aLocation(mine.account.id, { name: `Place ${made}` }));
    const page = await operator.browser.open(`/back-office/operator/accounts/${mine.account.id}`);
    for (const text of ['Chez Ada', mine.user.email, '<dt>Connections</dt><dd>1</dd>', '<dt>Locations</dt><dd>51</dd>'])
      expect(page.html).toContain(text);
    expect(page.html).toContain('Place 48');
    expect(page.html).not.toContain('Place 49');
    const [, more = ''] = /href="([^"]*\?after=[^"]*)"/.exec(page.html) ?? [];
    const next = await operator.browser.open(more);
    expect(next.html).toContain('Place 49');
    expect(next.html).not.toContain('Place 48');
  });
});

describe('suspending', () => {
  const suspension = async (path: string, reason: string) =>
    operator.browser.send(await operator.browser.open(`/back-office/operator/${path}`), { reason });

  test.each(['accounts', 'locations'] as const)('%s: the page and the management API do the same', async (what) => {
    const mine = await aTenant(hub);
    await authorize(hub, mine, { location_id: mine.location.id });
    const { id } = what === 'accounts' ? mine.account : mine.location;
    const status = async () =>
      (await hub.operator(`GET /management/connections?location=${mine.location.id}`)).body.items[0].status;
    const page = await suspension(`${what}/${id}/suspend`, ' Not paid since June ');
    expect(page.url).toBe(`/back-office/operator/accounts/${mine.account.id}`);
    expect(page.html).toContain('has been suspended.');
    expect(await isSuspended(what, id)).toBe(true);
    expect(await status()).toBe('suspended');
    expect((await hub.operator(`POST /management/${what}/${id}/resume`)).body.suspended).toBe(false);
    expect(await status()).toBe('active');
    await hub.operator(`POST /management/${what}/${id}/suspend`);
    expect((await suspension(`${what}/${id}/resume`, 'Paid')).html).toContain('has been resumed.');
    expect(await status()).toBe('active');
    const kind = what === 'accounts' ? 'account' : 'location';
    const { rows } = await hub.db.query(
      `select actor, actor_id, actor_name, action, account_id, details from audit_entries
       where subject_id = $1 and action <> $2 order by id`,
      [id, `${kind}.create`],
    );
    const byPage = {
      actor: 'operator',
      actor_id: operator.id,
      actor_name: operator.email,
      account_id: mine.account.id,
    };
    const byKey = { ...byPage, actor_id: null, actor_name: null };
    expect(rows).toEqual([
      { ...byPage, action: `${kind}.suspend`, details: '{"reason":"Not paid since June"}' },
      { ...byKey, action: `${kind}.resume`, details: null },
      { ...byKey, action: `${kind}.suspend`, details: null },
      { ...byPage, action: `${kind}.resume`, details: '{"reason":"Paid"}' },
    ]);
  });

  test.each([
    ['', 'must not be empty'],
    [' ', 'must not be empty'],
    ['x'.repeat(501), 'at most 500 characters'],
  ])('the reason %j is refused, and nothing is suspended', async (reason, message) => {
    const page = await suspension(`accounts/${tenant.account.id}/suspend`, reason);
    expect(page.status).toBe(422);
    expect(page.html).toContain(message);
    expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
  });
});
