/** Operators and their pages (docs/api/back-office.md#operators). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aLocation, anAccount, aTenant, aUser, authorize, type Tenant } from './builders.ts';
import { hiddenFields, logInAs, openBrowser, type Browser } from './browser.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let operator: { browser: Browser; email: string; id: string };
let tenant: Tenant;

beforeAll(async () => {
  auth = await startTestAuth();
  operator = await anOperator();
  tenant = await aTenant(auth);
});
afterAll(() => auth.close());

const password = 'correct horse battery';

async function aKnownUser() {
  const email = `${newId()}@example.com`;
  const { id } = (await auth.operator('POST /management/users', aUser({ email }))).body;
  return { id: id as string, email, password };
}

async function anOperator() {
  const user = await aKnownUser();
  expect((await auth.operator('POST /management/operators', { user: user.email })).status).toBe(200);
  return { ...user, browser: await logInAs(auth, user) };
}

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
  (await auth.db.query(`select 1 from ${table} where id = $1 and suspended_at is not null`, [id])).rowCount === 1;

describe('who is an operator', () => {
  test('is said by email address in whatever case or by id, and holds from the next request on', async () => {
    const user = await aKnownUser();
    const browser = await logInAs(auth, user);
    expect((await browser.open('/back-office/operator')).status).toBe(404);
    const added = await auth.operator('POST /management/operators', { user: user.email.toUpperCase() });
    expect(added.body).toMatchObject({ id: user.id, email: user.email, operator_since: expect.any(String) });
    expect((await browser.open('/back-office/operator')).status).toBe(200);
    expect((await browser.open('/back-office')).html).toContain('href="/back-office/operator"');
    expect((await auth.operator('POST /management/operators', { user: user.id })).body).toEqual(added.body);
    const removed = await auth.operator('POST /management/operators/remove', { user: user.id });
    expect(removed.body).toMatchObject({ id: user.id, operator_since: null });
    expect((await browser.open('/back-office/operator')).status).toBe(404);
  });

  test('can be listed, in pages', async () => {
    const others = [await anOperator(), await anOperator()];
    const first = await auth.operator('GET /management/operators?count=2');
    const cursor = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
    const second = await auth.operator(`GET /management/operators?count=2&cursor=${cursor}`);
    const ids = [...first.body, ...second.body].map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual(expect.arrayContaining([operator.id, ...others.map(({ id }) => id)]));
    expect(JSON.stringify(first.body)).not.toContain('password');
  });

  test.each(['nobody@example.com', 'unknown', ''])('422: %j is no user', async (user) => {
    for (const path of ['operators', 'operators/remove']) {
      const { status, body } = await auth.operator(`POST /management/${path}`, { user });
      expect([status, body.errors[0].field]).toEqual([422, 'user']);
    }
  });

  test('401: without the operator key nobody becomes one', async () => {
    const { id } = await aKnownUser();
    expect((await auth.call('POST /management/operators', { body: { user: id } })).status).toBe(401);
    expect((await auth.call('POST /management/operators/remove', { body: { user: operator.id } })).status).toBe(401);
    expect((await auth.call('GET /management/operators')).status).toBe(401);
  });
});

describe("the operators' pages", () => {
  test('are not there for other users, whatever is sent, not even for the owner', async () => {
    const user = await aKnownUser();
    const browser = await logInAs(auth, user);
    const form = hiddenFields(await browser.open('/back-office/log-out'));
    for (const path of operatorPages()) {
      expect([path, (await browser.open(path)).status]).toEqual([path, 404]);
      const sent = await browser.request('POST', path, new URLSearchParams({ ...form, reason: 'Mine' }));
      expect([path, sent.status]).toEqual([path, 404]);
    }
    expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
    expect(await isSuspended('locations', tenant.location.id)).toBe(false);
  });

  test('lead those who are not logged in to the log-in page', async () => {
    for (const path of operatorPages()) {
      const page = await openBrowser(auth).open(path);
      expect(page.url).toBe(`/back-office/log-in?continue=${encodeURIComponent(path)}`);
    }
  });

  test('each is there for an operator, with a title of its own', async () => {
    const pages = await Promise.all(operatorPages().map((path) => operator.browser.open(path)));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
  });

  test.each(['accounts', 'locations'])('404: %s that are not there', async (what) => {
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
    const user = await aKnownUser();
    const account = (await auth.operator('POST /management/accounts', anAccount(user.id, { name }))).body;
    const location = (await auth.operator('POST /management/locations', aLocation(account.id, { name }))).body;
    return { user, account, location };
  }

  test('finds by the beginning of a name in whatever case, by id, and by the address of the owner', async () => {
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

  test('says when there are more than it shows', async () => {
    const mark = `Many ${newId()}`;
    const { account } = await aPlace(mark);
    for (let made = 0; made < 50; made += 1)
      await auth.operator('POST /management/locations', aLocation(account.id, { name: `${mark} ${made}` }));
    const html = await search(mark);
    expect(html).toContain('There are more than are shown');
    expect(html.split(mark).length - 1).toBeGreaterThan(50);
    expect(await search(`${mark} 49`)).not.toContain('There are more than are shown');
  });

  test('without a text the newest accounts are shown; a name is shown as it is', async () => {
    const { account } = await aPlace('<b>Bold</b>');
    const html = await search('');
    expect(html).toContain(account.id);
    expect(html).toContain('&lt;b>Bold&lt;/b>');
  });

  test('a text that is too long is refused, and one of any characters is not', async () => {
    expect((await operator.browser.open(`/back-office/operator?q=${'x'.repeat(256)}`)).status).toBe(422);
    expect((await operator.browser.open('/back-office/operator?q=%00')).status).toBe(400);
    for (const q of ["'", '\\', '%', '_', '\ud83c\udf55', '%FF', '.*', '"', '�'])
      expect([q, (await operator.browser.open(`/back-office/operator?q=${encodeURIComponent(q)}`)).status]).toEqual([
        q,
        200,
      ]);
  });

  test('names are found by their index', async () => {
    await auth.db.query(
      `insert into accounts (id, user_id, name, currency, created_at)
       select 'bulk' || i, $1, md5(i::text), 'EUR', now() from generate_series(1, 20000) i`,
      [operator.id],
    );
    await auth.db.query('analyze accounts');
    const { rows } = await auth.db.query(
      `explain select id from accounts
       where lower(name collate "pg_c_utf8") collate "C" ^@ lower($1 collate "pg_c_utf8") collate "C"
       order by lower(name collate "pg_c_utf8") collate "C" limit 51`,
      ['abcde'],
    );
    expect(JSON.stringify(rows)).toMatch(/Index Cond/);
    expect(JSON.stringify(rows)).toContain('accounts_name');
  });
});

describe('an account', () => {
  test('shows its owner, its locations in pages, and how many connections it has', async () => {
    const mine = await aTenant(auth);
    await authorize(auth, mine, { location_id: mine.location.id });
    const { id } = await authorize(auth, mine, { account_id: mine.account.id });
    await auth.operator(`POST /management/connections/${id}/disconnect`);
    for (let made = 0; made < 50; made += 1)
      await auth.operator('POST /management/locations', aLocation(mine.account.id, { name: `Place ${made}` }));
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

  test.each(['accounts', 'locations'] as const)('%s: the page and the operator API do the same', async (what) => {
    const mine = await aTenant(auth);
    await authorize(auth, mine, { location_id: mine.location.id });
    const { id } = what === 'accounts' ? mine.account : mine.location;
    const status = async () =>
      (await auth.operator(`GET /management/connections?location=${mine.location.id}`)).body[0].status;
    const page = await suspension(`${what}/${id}/suspend`, ' Not paid since June ');
    expect(page.url).toBe(`/back-office/operator/accounts/${mine.account.id}`);
    expect(page.html).toContain('is suspended.');
    expect(await isSuspended(what, id)).toBe(true);
    expect(await status()).toBe('suspended');
    expect((await auth.operator(`POST /management/${what}/${id}/resume`)).body.suspended).toBe(false);
    expect(await status()).toBe('active');
    await auth.operator(`POST /management/${what}/${id}/suspend`);
    expect((await suspension(`${what}/${id}/resume`, 'Paid')).html).toContain('is resumed.');
    expect(await status()).toBe('active');
    const kind = what === 'accounts' ? 'account' : 'location';
    const { rows } = await auth.db.query(
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
