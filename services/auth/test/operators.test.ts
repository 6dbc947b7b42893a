/** Adding, removing and listing operators, and their search (docs/api/back-office.md#operators). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aLocation, anAccount } from './builders.ts';
import { aKnownUser, anOperator } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;

beforeAll(async () => {
  auth = await startTestAuth();
});
afterAll(() => auth.close());

describe('operators', () => {
  test('are added and removed by email address, in any case, or by id', async () => {
    const user = await aKnownUser(auth);
    const added = await auth.operator('POST /management/operators', { user: user.email.toUpperCase() });
    expect(added.body).toMatchObject({ id: user.id, email: user.email, operator_since: expect.any(String) });
    expect((await auth.operator('POST /management/operators', { user: user.id })).body).toEqual(added.body);
    const removed = await auth.operator('POST /management/operators/remove', { user: user.id });
    expect(removed.body).toMatchObject({ id: user.id, operator_since: null });
  });

  test('are listed in pages', async () => {
    const added = [await anOperator(auth), await anOperator(auth), await anOperator(auth)];
    const { body: first } = await auth.operator('GET /management/operators?count=2');
    expect(first.items).toHaveLength(2);
    expect(first.next).toBe(first.items[1].id);
    const { body: second } = await auth.operator(`GET /management/operators?count=2&after=${first.next}`);
    expect(second.next).toBeNull();
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(added.map(({ id }) => id).sort());
    expect(JSON.stringify(first)).not.toContain('password');
  });

  test.each(['nobody@example.com', 'unknown', ''])('422: %j is not a user', async (user) => {
    for (const path of ['operators', 'operators/remove']) {
      const { status, body } = await auth.operator(`POST /management/${path}`, { user });
      expect([status, body.errors[0].field]).toEqual([422, 'user']);
    }
  });
});

describe('GET /management/places', () => {
  const search = (text: string) => auth.operator(`GET /management/places?search=${encodeURIComponent(text)}`);

  test('200: the accounts and locations whose names start with the text', async () => {
    const mark = newId();
    const user = await aKnownUser(auth);
    const account = (await auth.operator('POST /management/accounts', anAccount(user.id, { name: mark }))).body;
    const location = (await auth.operator('POST /management/locations', aLocation(account.id, { name: `${mark} 2` })))
      .body;
    expect((await search(mark.toUpperCase())).body).toMatchObject({
      accounts: [{ id: account.id, name: mark, owner_email: user.email, suspended_at: null }],
      locations: [{ id: location.id, account_id: account.id, account_name: mark, suspended: false }],
      has_more: false,
    });
    expect((await search(mark.slice(1))).body).toEqual({ accounts: [], locations: [], has_more: false });
  });

  test('400: a text that is too long', async () => {
    expect((await search('x'.repeat(255))).status).toBe(200);
    expect((await search('x'.repeat(256))).status).toBe(400);
  });

  test('the names of accounts are searched by their index', async () => {
    await auth.db.query(
      `insert into accounts (id, user_id, name, currency, created_at)
       select 'bulk' || i, $1, md5(i::text), 'EUR', now() from generate_series(1, 20000) i`,
      [(await aKnownUser(auth)).id],
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
