import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { deleteRefusedBefore } from '../src/history/refused-log-in.store.ts';
import { logInAs, openBrowser, type Browser } from './browser.ts';
import { aKnownUser } from './owner.ts';
import { addApp, proofPath } from './second-factors.ts';
import { startTestAuth, type TestAuth } from './service.ts';

/** What users see of their own log-ins (docs/api/back-office.md#log-ins-and-changes). */
describe('the history of a user', () => {
  const path = '/back-office/profile/history';
  const day = 24 * 3_600_000;

  let auth: TestAuth;
  let time: Date;

  beforeAll(async () => {
    time = new Date();
    auth = await startTestAuth({ now: () => time });
  });

  afterAll(() => auth.close());

  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

  /** The rows of the table as texts: what, browser and address. */
  async function rowsIn(browser: Browser, query = '') {
    const { html } = await browser.open(path + query);
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '').trim()),
    );
    return rows.filter((cells) => cells.length > 0).map(([, ...cells]) => cells);
  }

  const later = () => (time = new Date(time.getTime() + 1_000));

  async function tryToLogIn({ email }: { email: string }, address: string, password = 'wrong horse battery') {
    later();
    const browser = openBrowser(auth, { ...firefox, 'x-forwarded-for': address });
    const page = await browser.send(await browser.open('/back-office/log-in'), { email, password });
    return { browser, page };
  }

  const rowsOf = async ({ id }: { id: string }) =>
    (await auth.db.query('select kind, address_key, count from refused_log_ins where user_id = $1 order by id', [id]))
      .rows;

  test('tells log-ins with their factor, and what changed them, the latest first; to the user alone', async () => {
    const user = await aKnownUser(auth);
    const browser = openBrowser(auth, { ...firefox, 'x-forwarded-for': '192.0.2.7' });
    await browser.send(await browser.open('/back-office/log-in'), user);
    later();
    const { codes } = await addApp(browser, time);
    later();
    const elsewhere = openBrowser(auth, { ...firefox, 'x-forwarded-for': '192.0.2.8' });
    await elsewhere.send(await elsewhere.open('/back-office/log-in'), user);
    await elsewhere.send(await elsewhere.open(proofPath), { code: '000-000' });
    later();
    await elsewhere.send(await elsewhere.open(proofPath), { code: codes[0] ?? '' });
    const rows = await rowsIn(browser);
    expect(rows).toHaveLength(5);
    const [opened, used, refused, ...first] = rows;
    expect([opened, used].map((row) => row?.[0]).sort()).toEqual([
      'Logged in, with a recovery code',
      'Recovery code used',
    ]);
    expect(refused).toEqual(['Refused: wrong second factor', 'Firefox on Linux', '192.0.2.8']);
    expect(first).toEqual([
      ['Second factor added: Phone', 'Firefox on Linux', '192.0.2.7'],
      ['Logged in', 'Firefox on Linux', '192.0.2.7'],
    ]);
    const stranger = await logInAs(auth, await aKnownUser(auth));
    expect((await rowsIn(stranger)).map(([what]) => what)).toEqual(['Logged in']);
  });

  test('says that an operator acted, but not which one nor from where', async () => {
    const user = await aKnownUser(auth);
    await auth.operator(`POST /management/users/${user.id}/second_factors/reset`, {});
    later();
    const rows = await rowsIn(await logInAs(auth, user));
    expect(rows.at(-1)).toEqual(['All second factors removed', '–', 'An operator of the hub']);
    expect(rows[0]?.[0]).toBe('Logged in');
  });

  describe('wrong passwords', () => {
    test('are one row a day and address, at the time of the last; those from many addresses share one, so nobody fills the history', async () => {
      const user = await aKnownUser(auth);
      for (const address of ['192.0.2.1', '192.0.2.1', '2001:db8::1', '2001:db8::2']) await tryToLogIn(user, address);
      for (let host = 10; host < 18; host += 1) await tryToLogIn(user, `198.51.100.${host}`);
      const rows = await rowsOf(user);
      expect(rows).toHaveLength(6);
      expect(rows.slice(0, 2)).toEqual([
        { kind: 'password', address_key: '192.0.2.1', count: 2 },
        { kind: 'password', address_key: '2001:db8:0:0::/64', count: 2 },
      ]);
      expect(rows.at(-1)).toEqual({ kind: 'password', address_key: '', count: 5 });
      time = new Date(time.getTime() + day);
      await tryToLogIn(user, '192.0.2.1');
      const { browser } = await tryToLogIn(user, '192.0.2.1', user.password);
      await tryToLogIn(user, '192.0.2.1');
      const [refused, opened, others] = await rowsIn(browser);
      expect(refused).toEqual(['Refused 2 times that day: wrong password', 'Firefox on Linux', '192.0.2.1']);
      expect(opened?.[0]).toBe('Logged in');
      expect(others).toEqual(['Refused 5 times that day: wrong password', 'Firefox on Linux', '–']);
    });

    test('for an unknown email address leave nothing', async () => {
      const count = async () => (await auth.db.query('select from refused_log_ins')).rowCount;
      const before = await count();
      await tryToLogIn({ email: 'nobody@example.com' }, '192.0.2.99');
      expect(await count()).toBe(before);
    });

    test('go after 90 days', async () => {
      const user = await aKnownUser(auth);
      await tryToLogIn(user, '192.0.2.1');
      const kept = new Date(time.getTime() - 1_000);
      const isThere = async () => (await rowsOf(user)).length > 0;
      await deleteRefusedBefore(auth.db, kept, 1_000);
      expect(await isThere()).toBe(true);
      await deleteRefusedBefore(auth.db, new Date(time.getTime() + 1_000), 1_000);
      expect(await isThere()).toBe(false);
    });
  });

  test('has pages, and nothing older than 90 days', async () => {
    const user = await aKnownUser(auth);
    const browser = await logInAs(auth, user);
    const ago = (ms: number) => newId(new Date(time.getTime() - ms));
    const ids = [...Array.from({ length: 60 }, (_, index) => ago(60_000 + index)), ago(91 * day)];
    await auth.db.query(
      `insert into audit_entries (id, at, actor, actor_id, action, subject_id, details, request_id)
       select id, now(), 'user', $1, 'session.close', $1, '{}', 'r' from unnest($2::text[]) id`,
      [user.id, ids],
    );
    const { html } = await browser.open(path);
    const [, before = ''] = /href="(\?before=[^"]+)"/.exec(html) ?? [];
    expect([(await rowsIn(browser)).length, (await rowsIn(browser, before)).length]).toEqual([50, 11]);
    expect((await browser.open(`${path}?before=${'x'.repeat(65)}`)).status).toBe(400);
  });
});
