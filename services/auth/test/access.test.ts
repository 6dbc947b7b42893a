import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { byNobody } from '../src/audit/audit.ts';
import { updatePassword } from '../src/passwords/credential.store.ts';
import { closeAccess } from '../src/sessions/close-access.ts';
import { logInAs, openBrowser, sessionsPath } from './browser.ts';
import { aTenant, back } from './builders.ts';
import { aKnownUser } from './owner.ts';
import { aSelection, issue, startNeighbours, type Neighbours } from './issued-codes.ts';
import { addApp, secondFactorPath } from './second-factors.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let neighbours: Neighbours;
beforeAll(async () => {
  neighbours = await startNeighbours();
  auth = await startTestAuth({ env: neighbours.settings });
});
afterAll(async () => {
  await auth.close();
  await neighbours.close();
});

/** What somebody who knew the password has begun (docs/api/back-office.md#sessions). */
describe('what ends with the sessions', () => {
  /** Every table with a secret: `ends`, or why it stays. */
  const secrets: Record<string, string> = {
    sessions: 'ends',
    pending_sessions: 'ends',
    app_setups: 'ends',
    passkey_challenges: 'ends',
    password_links: 'ends',
    email_verifications: 'ends',
    authorization_codes: 'ends',
    invitations: 'ends',
    mails: 'ends',
    connections: 'ends: those of examples; the user reviews the others',
    kept_secrets: 'ends',
    second_factors: 'only their owner, with the password and a factor, adds and removes them; an operator resets them',
    recovery_codes: 'as the factors',
    known_browsers: 'spares a wait alone; a new password replaces them',
    users: 'the password itself, as a hash',
    clients: 'in use by the servers of an application; rotated on a page of its own',
    attempts: 'digests of what is counted',
    listings: 'the digest of a logo, which anybody sees',
  };

  test('every table with a secret is in the list', async () => {
    const { rows } = await auth.db.query<{ name: string }>(
      `select distinct table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name ~ '(digest|secret|token|hash|challenge|public_key)'
         and table_name !~ '(outbox|inbox|repl)' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(secrets).sort());
  });

  /** A user in two browsers, with one row of everything that may be begun, and a row of another user beside each. */
  async function aBegun() {
    const [tenant, neighbour] = [await aTenant(auth), await aTenant(auth)];
    const user = { ...(await aKnownUser(auth)) };
    await auth.db.query('update accounts set user_id = $1 where id = $2', [user.id, tenant.account.id]);
    const browser = await logInAs(auth, user);
    const elsewhere = await logInAs(auth, user);
    for (const [user_id, email, place] of [
      [user.id, user.email, tenant],
      [neighbour.user.id, neighbour.user.email, neighbour],
    ] as const) {
      const [account_id, location_id, client_id] = [place.account.id, place.location.id, place.client_id];
      const insert = (table: string, row: object) => {
        const names = Object.keys(row);
        return auth.db.query(
          `insert into ${table} (${names.join()}) values (${names.map((_, place) => `$${place + 1}`).join()})`,
          Object.values(row),
        );
      };
      const expires_at = new Date(Date.now() + 600_000);
      const begun = { user_id, expires_at };
      await insert('pending_sessions', { ...begun, browser_digest: newId() });
      await insert('app_setups', { ...begun, id: newId(), totp_secret: 'x' });
      await insert('passkey_challenges', { ...begun, browser_digest: newId(), challenge: 'x' });
      await insert('password_links', { ...begun, token_digest: newId() });
      await insert('email_verifications', { ...begun, token_digest: newId() });
      const code = { code_digest: newId(), client_id, scope: 'profile', redirect_uri: back };
      await insert('authorization_codes', { ...begun, ...code });
      const invitation = { id: newId(), account_id, location_id, role: 'kitchen', created_at: new Date() };
      await insert('invitations', { ...invitation, token_digest: newId(), invited_by: user_id, expires_at });
      const mail = { id: newId(), kind: 'password_link', address: email, language: 'en', timezone: 'UTC', facts: {} };
      const dates = { due_at: expires_at, created_at: new Date(), expires_at };
      await insert('mails', { ...mail, ...dates, token_encrypted: 'x' });
      const grant = { client_id, location_id, scope: 'location[orders.read]' };
      const { body } = await auth.operator('POST /management/connections', grant);
      await auth.db.query('update connections set expires_at = $2 where id = $1', [body.id, expires_at]);
      await auth.db.query('update clients set user_id = $2 where id = $1', [client_id, user_id]);
      await auth.operator(`POST /management/clients/${client_id}/rotate_secret`, { keep_old_seconds: 600 });
    }
    /** How many rows of a user each table has that ends. */
    const ofUser = async (user_id: string) => {
      const owned: Record<string, string> = {
        invitations: 'invited_by = $1',
        kept_secrets: 'client_id in (select id from clients where user_id = $1)',
        mails: `kind = 'password_link' and address = (select email from users where id = $1)`,
        connections: 'disconnected_at is null and account_id in (select id from accounts where user_id = $1)',
      };
      const tables = Object.keys(secrets).filter((table) => secrets[table]?.startsWith('ends'));
      const counts = tables.map(async (table) => {
        const text = `select from ${table} where ${owned[table] ?? 'user_id = $1'}`;
        return [table, (await auth.db.query(text, [user_id])).rowCount];
      });
      return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
    };
    return { user, browser, elsewhere, tenant, neighbour, ofUser };
  }

  const newPassword = 'staple the correct battery';

  test.each<[string, boolean, (begun: Awaited<ReturnType<typeof aBegun>>) => Promise<unknown>]>([
    [
      'a new password in the profile',
      true,
      async ({ browser, user: { password } }) =>
        browser.send(await browser.open('/back-office/profile/password'), { password, new_password: newPassword }),
    ],
    [
      'a new password by a link',
      false,
      async ({ user }) => {
        const { body } = await auth.operator(`POST /management/users/${user.id}/password_link`);
        const browser = openBrowser(auth);
        return browser.send(await browser.open(new URL(body.url).pathname + new URL(body.url).search), {
          new_password: newPassword,
        });
      },
    ],
    [
      'logging out elsewhere',
      true,
      async ({ browser }) => browser.send(await browser.open(sessionsPath), { session: 'others' }),
    ],
    [
      'the first second factor',
      true,
      async ({ browser, user }) => {
        // Its secret is not one.
        await auth.db.query('delete from app_setups where user_id = $1', [user.id]);
        return addApp(browser);
      },
    ],
    [
      "an operator's reset",
      false,
      ({ user }) => auth.operator(`POST /management/users/${user.id}/second_factors/reset`),
    ],
  ])('%s', async (_name, keepsOne, end) => {
    const begun = await aBegun();
    const { user, elsewhere, neighbour, ofUser } = begun;
    const all = await ofUser(user.id);
    expect(all).toEqual({ ...Object.fromEntries(Object.keys(all).map((table) => [table, 1])), sessions: 2 });
    await end(begun);
    const none = Object.fromEntries(Object.keys(all).map((table) => [table, 0]));
    expect(await ofUser(user.id)).toEqual({ ...none, sessions: keepsOne ? 1 : 0 });
    expect((await elsewhere.open(sessionsPath)).url).not.toBe(sessionsPath);
    expect(await ofUser(neighbour.user.id)).toEqual({ ...all, sessions: 0 });
  });

  /** Both happen at once: nothing that the sessions were ended for may outlive them. */
  describe('what is begun while they end', () => {
    type Acting = Awaited<ReturnType<typeof aBegun>> & { principal: ReturnType<typeof aPrincipal> };

    const call = (route: string, { principal: user }: Acting, body: object = {}) => auth.call(route, { user, body });

    const isWaiting = async () => {
      const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await auth.db.query(text)).rowCount !== 0;
    };

    test.each<[string, (acting: Acting) => Promise<unknown>]>([
      [
        'a log-in with the old password',
        async ({ user: { email, password } }) => {
          const browser = openBrowser(auth);
          await browser.send(await browser.open('/back-office/log-in'), { email, password });
        },
      ],
      [
        'another new password',
        async ({ elsewhere, user: { password } }) =>
          elsewhere.send(await elsewhere.open('/back-office/profile/password'), {
            password,
            new_password: newPassword,
          }),
      ],
      ['the secret of an app', ({ elsewhere }) => elsewhere.open(`${secondFactorPath}/app`)],
      [
        'a code',
        ({ tenant, user, principal }) =>
          issue(auth, neighbours, aSelection(tenant, { user_id: user.id }), { principal }),
      ],
      [
        'an invitation',
        (acting) =>
          call(`POST /management/locations/${acting.tenant.location.id}/invitations`, acting, { role: 'kitchen' }),
      ],
      [
        'a secret of a client',
        (acting) => call(`POST /management/clients/${acting.tenant.client_id}/rotate_secret`, acting),
      ],
      [
        'a connection of the documentation',
        ({ tenant, ...acting }) =>
          call(
            'POST /management/user/example_connections',
            { tenant, ...acting },
            { location_id: tenant.location.id, right: 'read' },
          ),
      ],
    ])('%s is refused, and leaves nothing', async (_name, act) => {
      const begun = await aBegun();
      const { user, tenant, ofUser } = begun;
      await auth.db.query('delete from app_setups where user_id = $1', [user.id]);
      await auth.db.query('update clients set user_id = $1 where id = $2', [user.id, tenant.client_id]);
      const stateOf = async () => {
        const text = `select password_hash, (select secret_digest from clients where id = $2),
                        (select count(*) from clients where user_id = $1) as clients
                      from users where id = $1`;
        return (await auth.db.query(text, [user.id, tenant.client_id])).rows;
      };
      const [session] = (
        await auth.db.query('select left(id_digest, 12) as handle from sessions where user_id = $1', [user.id])
      ).rows;
      const principal = aPrincipal({ user: { id: user.id, email: user.email }, session: session.handle });
      let acting: Promise<unknown> = Promise.resolve();
      let before: unknown;
      await transaction(auth.db, async (trx) => {
        await updatePassword(trx, user.id, 'a hash of another password');
        await closeAccess(trx, byNobody({ requestId: newId(), address: null, now: new Date() }), { user_id: user.id });
        before = (await trx.query('select secret_digest from clients where id = $1', [tenant.client_id])).rows;
        acting = act({ ...begun, principal }).catch((error: unknown) => error);
        await Promise.race([acting, eventually(isWaiting)]);
      });
      await acting;
      expect(new Set(Object.values(await ofUser(user.id)))).toEqual(new Set([0]));
      expect(await stateOf()).toEqual([
        { password_hash: 'a hash of another password', ...(before as object[])[0], clients: '1' },
      ]);
    });
  });
});
