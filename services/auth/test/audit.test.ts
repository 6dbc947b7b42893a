import { afterAll, beforeAll, describe, expect, test, afterEach } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openLog, silentLog } from '@order-hub/shared/log';
import type { Body } from '@order-hub/shared/topics';
import { aPrincipal, eventually, testOperatorKey } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { messageOf } from '@order-hub/testing/service';
import { listen, portOf } from '@order-hub/shared/http-server';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { boundedDetails } from '../src/audit/audit.ts';
import { startClearingAudit } from '../src/audit/clear-old-entries.ts';
import { readConfig } from '../src/config.ts';
import { migrations } from '../migrations/index.ts';
import { hiddenFields, logInAs, openBrowser, sessionsPath } from './browser.ts';
import { aLocationCaller, anAccount, aTenant, aUser, authorize, type Tenant } from './builders.ts';
import { aSelection, clientHeader, issue, type Neighbours, sendForm, startNeighbours } from './issued-codes.ts';
import { anOwner, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

/** The entries of the audit (docs/api/back-office.md#audit). */
describe('audit', () => {
  let auth: TestAuth;

  let neighbours: Neighbours;

  let shared: FreshDatabase;

  beforeAll(async () => {
    shared = await freshDatabase();
    auth = await startTestAuth({ database: shared });
    neighbours = await startNeighbours();
  });

  afterAll(async () => {
    await neighbours.close();
    await auth.close();
    await shared.drop();
  });

  const address = '203.0.113.7';

  /** As the gateway sends them. */
  const fromAddress = { 'x-forwarded-for': address, 'x-request-id': 'request-of-the-test' };

  const asOperator = (route: string, body: object = {}) =>
    auth.call(route, { operatorKey: testOperatorKey, body, headers: fromAddress });

  const entriesOf = async (subject_id: string) => {
    const { rows } = await auth.db.query('select * from audit_entries where subject_id = $1 order by id', [subject_id]);
    return rows.map((row) => ({ ...row, details: row.details && JSON.parse(row.details) }));
  };

  const origin = { address, request_id: 'request-of-the-test', at: expect.any(Date) };

  const byKey = { actor: 'operator', actor_id: null, actor_name: null, ...origin };

  describe('the holder of the operator key', () => {
    test('creates users, accounts, locations, clients and connections', async () => {
      const user = (await asOperator('POST /management/users', aUser())).body;
      const account = (await asOperator('POST /management/accounts', anAccount(user.id))).body;
      const place = { account_id: account.id, name: 'Bac' };
      const location = (await asOperator('POST /management/locations', place)).body;
      const client = (await asOperator('POST /management/clients', { user_id: user.id, name: 'Till' })).body;
      const grant = { client_id: client.client_id, location_id: location.id, scope: 'location[orders.read]' };
      const connection = (await asOperator('POST /management/connections', grant)).body;
      const none = { ...byKey, account_id: null };
      expect(await entriesOf(user.id)).toMatchObject([
        { ...none, action: 'user.create', details: { email: user.email } },
      ]);
      expect(await entriesOf(account.id)).toMatchObject([
        { ...byKey, action: 'account.create', account_id: account.id, details: { user_id: user.id, name: 'Chez Ada' } },
      ]);
      expect(await entriesOf(location.id)).toMatchObject([
        { ...byKey, action: 'location.create', account_id: account.id, details: { name: 'Bac' } },
      ]);
      expect(await entriesOf(client.client_id)).toMatchObject([
        { ...none, action: 'client.create', details: { name: 'Till' } },
      ]);
      expect(await entriesOf(connection.id)).toMatchObject([
        { ...byKey, action: 'connection.grant', account_id: account.id, details: grant },
      ]);
    });

    test('rotates a secret, blocks, unblocks, disconnects, and adds and removes operators', async () => {
      const tenant = await aTenant(auth);
      await asOperator(`POST /management/clients/${tenant.client_id}/rotate_secret`);
      const { id } = await authorize(auth, tenant, { location_id: tenant.location.id });
      const verbs = ['block', 'block', 'unblock', 'unblock', 'disconnect', 'disconnect'];
      for (const verb of verbs) await asOperator(`POST /management/connections/${id}/${verb}`);
      for (const path of ['operators', 'operators', 'operators/remove', 'operators/remove'])
        await asOperator(`POST /management/${path}`, { user: tenant.user.id });
      expect((await entriesOf(tenant.client_id)).map(({ action }) => action)).toEqual([
        'client.create',
        'client.rotate_secret',
      ]);
      const [, ...marks] = await entriesOf(id);
      const account_id = tenant.account.id;
      expect(marks).toMatchObject(
        ['block', 'unblock', 'disconnect'].map((verb) => ({ ...byKey, account_id, action: `connection.${verb}` })),
      );
      const [, ...operators] = await entriesOf(tenant.user.id);
      expect(operators).toMatchObject(
        ['operator.add', 'operator.remove'].map((action) => ({
          ...byKey,
          action,
          details: { email: tenant.user.email },
        })),
      );
    });

    test('a refused request has no entry', async () => {
      const before = await auth.db.query('select count(*) from audit_entries');
      expect((await asOperator('POST /management/accounts', anAccount('nobody'))).status).toBe(422);
      expect((await asOperator('POST /management/locations', { account_id: 'none', name: 'x' })).status).toBe(422);
      expect((await asOperator('POST /management/clients', { user_id: 'nobody', name: 'x' })).status).toBe(422);
      expect((await asOperator(`POST /management/connections/${newId()}/block`)).status).toBe(404);
      expect((await asOperator(`POST /management/accounts/${newId()}/suspend`)).status).toBe(404);
      expect((await auth.db.query('select count(*) from audit_entries')).rows).toEqual(before.rows);
    });

    test('a long address is cut, and a request id that the gateway cannot have made is replaced', async () => {
      const headers = { 'x-forwarded-for': 'x'.repeat(1_000), 'x-request-id': 'y'.repeat(1_000) };
      const { body } = await auth.call('POST /management/users', {
        operatorKey: testOperatorKey,
        body: aUser(),
        headers,
      });
      const [entry] = await entriesOf(body.id);
      expect([entry.address, entry.request_id]).toEqual(['x'.repeat(200), expect.stringMatching(/^[a-z0-9]{12,20}$/)]);
    });
  });

  describe('a client', () => {
    const update = async (tenant: Tenant, body: object) => {
      const as = await aLocationCaller(auth, tenant);
      const { status } = await auth.call(`PATCH /locations/${tenant.location.id}`, { as, body, headers: fromAddress });
      expect(status).toBe(200);
      return as;
    };

    test('updates a location: the fields that changed, before and after', async () => {
      const tenant = await aTenant(auth);
      const { connection_id } = await update(tenant, {
        preparation_time: 25,
        cutoff_time: '06:00',
        order_acceptance: { mode: 'paused', reason: 'Oven', resume_at: '2999-01-01T00:00:00Z' },
        custom_fields: { till: 1 },
      });
      const [, entry] = await entriesOf(tenant.location.id);
      expect(entry).toMatchObject({
        ...origin,
        actor: 'client',
        actor_id: connection_id,
        actor_name: 'Till',
        action: 'location.update',
        account_id: tenant.account.id,
      });
      expect(entry.details).toEqual({
        before: { preparation_time: 15, order_acceptance: { mode: 'normal' }, custom_fields: {} },
        after: {
          preparation_time: 25,
          order_acceptance: { mode: 'paused', reason: 'Oven', resume_at: '2999-01-01T00:00:00.000Z' },
          custom_fields: { till: 1 },
        },
      });
    });

    test('makes a large change: its fields are named, without their values', async () => {
      const tenant = await aTenant(auth);
      await update(tenant, { preparation_time: 1, custom_fields: { large: 'é'.repeat(3_000) } });
      const [, { details }] = await entriesOf(tenant.location.id);
      expect(details).toEqual({
        before: { preparation_time: 15 },
        after: { preparation_time: 1 },
        left_out: ['custom_fields'],
      });
    });

    test('sends what is already so: no entry', async () => {
      const tenant = await aTenant(auth);
      await update(tenant, { preparation_time: 15, name: 'Other' });
      expect(await entriesOf(tenant.location.id)).toHaveLength(1);
    });

    test('exchanges a code and revokes the token, each once', async () => {
      const tenant = await aTenant(auth);
      const code = await issue(auth, neighbours, aSelection(tenant));
      const headers = { ...clientHeader(tenant), ...fromAddress };
      const { body } = await sendForm(auth, 'token', { code }, headers);
      expect((await sendForm(auth, 'token', { code }, headers)).status).toBe(400);
      for (let time = 0; time < 2; time += 1) await sendForm(auth, 'revoke', { token: body.access_token }, headers);
      const { rows } = await auth.db.query('select id from connections where token_digest = $1', [
        digest(body.access_token),
      ]);
      const entries = await entriesOf(rows[0].id);
      const byClient = { ...origin, actor: 'client', actor_id: tenant.client_id, actor_name: 'Till' };
      const account_id = tenant.account.id;
      expect(entries).toMatchObject([
        { ...byClient, account_id, action: 'connection.grant', details: { user_id: tenant.user.id } },
        { ...byClient, account_id, action: 'connection.revoke' },
      ]);
      const text = JSON.stringify(entries);
      for (const secret of [code, body.access_token, digest(body.access_token), tenant.client.client_secret])
        expect(text).not.toContain(secret);
    });
  });

  describe('a user', () => {
    test('logs in and out: both entries name the session, and hold no secret', async () => {
      const given = aUser({ email: `${newId()}@example.com` });
      const user = (await auth.operator('POST /management/users', given)).body;
      const browser = openBrowser(auth, fromAddress);
      await browser.send(await browser.open('/back-office/log-in'), given);
      const secret = browser.cookies.get('__Host-session') ?? '';
      await browser.send(await browser.open('/back-office/log-out'));
      const byUser = { ...origin, actor: 'user', actor_id: user.id, actor_name: user.email, account_id: null };
      const details = { session: digest(secret).slice(0, 12) };
      const [, ...entries] = await entriesOf(user.id);
      expect(entries).toMatchObject([
        { ...byUser, action: 'session.open', details },
        { ...byUser, action: 'session.close', details },
      ]);
      expect(JSON.stringify(entries)).not.toContain(secret);
    });

    test('logs in again: the new session replaces the previous one without an entry', async () => {
      const given = aUser({ email: `${newId()}@example.com` });
      const user = (await auth.operator('POST /management/users', given)).body;
      const browser = await logInAs(auth, given);
      await browser.send(await browser.open('/back-office/log-in'), given);
      expect((await entriesOf(user.id)).map(({ action }) => action)).toEqual(['user.create', 'session.open']);
    });

    test('signs up: is the actor of the new user, account and location', async () => {
      const browser = openBrowser(auth, fromAddress);
      const email = `${newId()}@example.com`;
      const business = { account_name: 'Chez Ada', location_name: 'Bac', country: 'FR' };
      const fields = { first_name: '', last_name: '', email, password: 'correct horse battery', ...business };
      await browser.send(await browser.open('/back-office/sign-up'), fields);
      const { rows } = await auth.db.query(
        `select e.action, e.actor, e.actor_name, e.address from audit_entries e join users u on u.id = e.actor_id
       where u.email = $1 order by e.id`,
        [email],
      );
      expect(rows).toEqual(
        ['user.create', 'account.create', 'location.create', 'session.open'].map((action) => ({
          ...{ action, actor: 'user', actor_name: email, address },
        })),
      );
    });
  });

  describe('an owner filters the audit of an account', () => {
    const listed = async ({ user, account }: Tenant, filters: string) => {
      const as = aPrincipal({ user: { id: user.id, email: user.email } });
      const { body } = await auth.call(`GET /management/audit_entries?account=${account.id}${filters}`, { user: as });
      return body.items.map(({ action }: { action: string }) => action);
    };

    test('by action and by whether a user, an operator or a client acted', async () => {
      const tenant = await aTenant(auth);
      await asOperator(`POST /management/accounts/${tenant.account.id}/suspend`);
      expect(await listed(tenant, '&action=account.suspend')).toEqual(['account.suspend']);
      expect(await listed(tenant, '&actor=user')).toEqual([]);
      expect(await listed(tenant, '&actor=operator')).toContain('account.suspend');
    });

    test('by which user acted, but not by which operator', async () => {
      const tenant = await aTenant(auth);
      const actor_id = newId();
      const add = (actor: 'user' | 'operator') =>
        auth.db.query(
          `insert into audit_entries (id, at, actor, actor_id, action, account_id, subject_id, details, request_id)
         values ($1, now(), $2, $3, 'account.rename', $4, $4, '{}', 'r')`,
          [newId(), actor, actor_id, tenant.account.id],
        );
      await add('operator');
      expect(await listed(tenant, `&by=${actor_id}`)).toEqual([]);
      await add('user');
      expect(await listed(tenant, `&by=${actor_id}`)).toEqual(['account.rename']);
    });
  });

  test('a change without its entry is rolled back', async () => {
    const tenant = await aTenant(auth);
    await auth.db.query(`create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise exception 'no entry'; end $$`);
    await auth.db.query('create trigger refuse before insert on audit_entries execute function refuse_entry()');
    try {
      const { status } = await asOperator(`POST /management/accounts/${tenant.account.id}/suspend`);
      expect(status).toBe(500);
    } finally {
      await auth.db.query('drop trigger refuse on audit_entries');
    }
    const { rows } = await auth.db.query('select suspended_at from accounts where id = $1', [tenant.account.id]);
    expect(rows).toEqual([{ suspended_at: null }]);
  });

  describe('the retention of entries', () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

    const insert = async (ages: readonly number[]) => {
      const ids = ages.map((days) => newId(daysAgo(days)));
      await auth.db.query(
        `insert into audit_entries (id, at, actor, action, subject_id)
       select unnest($1::text[]), unnest($2::timestamptz[]), 'user', 'client.update', 'old'`,
        [ids, ages.map(daysAgo)],
      );
      return ids;
    };
    const left = async (ids: readonly string[]) =>
      (await auth.db.query('select id from audit_entries where id = any ($1) order by id', [ids])).rows;

    test('entries of more than 365 days are deleted, in batches', async () => {
      const old = await insert(Array.from({ length: 1_500 }, () => 366));
      const [kept] = await insert([364]);
      const clearing = startClearingAudit({ db: auth.db, log: silentLog, now: () => new Date(), auditDays: 365 });
      await eventually(async () => (await left(old)).length === 0);
      await clearing.close();
      expect(await left([kept ?? ''])).toHaveLength(1);
    });

    test('the service clears them by its setting, which is 30 days at least', async () => {
      const ids = await insert([40]);
      const own = await startTestAuth({ database: shared, env: { AUDIT_DAYS: '39' } });
      await eventually(async () => (await left(ids)).length === 0);
      await own.close();
      expect(() => readConfig({ AUDIT_DAYS: '29' })).toThrow('AUDIT_DAYS');
    });

    test('nobody changes an entry, or deletes one of the last 30 days', async () => {
      const [fresh, old] = await insert([29, 31]);
      const refused = expect.objectContaining({ message: 'The audit is only added to' });
      await expect(auth.db.query('delete from audit_entries where id = $1', [fresh])).rejects.toEqual(refused);
      await expect(auth.db.query("update audit_entries set action = 'x' where id = $1", [old])).rejects.toEqual(
        refused,
      );
      await expect(auth.db.query('truncate audit_entries')).rejects.toEqual(refused);
    });
  });
});

/** Changes that other services make on behalf of users are in the audit (docs/api/back-office.md#audit). */
describe('changes of other services', () => {
  let auth: TestAuth;

  beforeAll(async () => (auth = await startTestAuth()));

  afterAll(() => auth.close());

  const aChange = (account_id: string, overrides: Partial<Body<'audit'>> = {}): Body<'audit'> => ({
    ...{ at: '2026-03-01T12:00:00.123Z', actor_id: newId(), actor_name: 'ada@example.com', address: '203.0.113.7' },
    ...{ action: 'catalog.update', account_id, subject_id: newId(), details: { name: 'Menu', count: 1 } },
    ...overrides,
  });

  test('each gets one entry, however often its message arrives', async () => {
    const { account } = await anOwner(auth);
    const change = aChange(account.id);
    const message = { ...messageOf('audit', account.id, change), request_id: 'request-of-the-change' };
    await auth.send(message);
    await auth.send(message);
    const entries = await auditOfSubject(auth, change.subject_id);
    const { at, details, ...facts } = change;
    expect(entries.map((entry) => ({ ...entry, details: JSON.parse(entry.details) }))).toEqual([
      {
        ...facts,
        ...{ id: expect.any(String), actor: 'user', at: new Date(at), details, request_id: 'request-of-the-change' },
      },
    ]);
  });

  test('details that are too long are cut, and many messages are entries in their order', async () => {
    const { account } = await anOwner(auth);
    const subject_id = newId();
    const changes = Array.from({ length: 30 }, (_, at) =>
      aChange(account.id, { subject_id, details: { at, text: 'x'.repeat(at === 7 ? 9_000 : 1) } }),
    );
    await auth.send(...changes.map((change) => messageOf('audit', account.id, change)));
    const told = (await auditOfSubject(auth, subject_id)).map(({ details }) => JSON.parse(details));
    expect(told.map(({ at }) => at)).toEqual(changes.map(({ details }) => details['at']));
    expect(told[7]).toEqual({ at: 7, left_out: ['text'] });
  });

  test('one that is malformed is rejected, and leaves no entry', async () => {
    const { account } = await anOwner(auth);
    const change = { ...aChange(account.id), action: 'nothing' } as unknown as Body<'audit'>;
    const rejected = await auth.send(messageOf('audit', account.id, change));
    expect(rejected).toHaveLength(1);
    expect(await auditOfSubject(auth, change.subject_id)).toEqual([]);
  });
});

/** No secret is in a log, not even at the level debug. */
describe('logs', () => {
  const lines: string[] = [];

  const log = openLog('auth', 'debug', { write: (line: string) => void lines.push(line) });

  let auth: TestAuth;

  let neighbours: Neighbours;

  beforeAll(async () => {
    auth = await startTestAuth({ log });
    neighbours = await startNeighbours();
  });

  afterAll(async () => {
    await auth.close();
    await neighbours.close();
  });

  const person = () => ({ email: `${newId()}@example.com`, password: `password of ${newId()}` });

  /** Signs up, logs out and in, guesses wrong, confirms. Returns every secret of it. */
  async function useThePages(): Promise<string[]> {
    const { email, password } = person();
    const wrong = `wrong ${newId()}`;
    const browser = openBrowser(auth);
    const form = await browser.open('/back-office/sign-up');
    const names = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
    await browser.send(form, { email: 'no address', password, ...names });
    await browser.send(form, { email, password, ...names });
    const secrets = [password, wrong, ...browser.cookies.values(), ...Object.values(hiddenFields(form))];
    await browser.send(await browser.open('/back-office/log-out'));
    const logIn = await browser.open('/back-office/log-in');
    await browser.send(logIn, { email, password: wrong });
    await browser.send(logIn, { email, password });
    const confirm = await browser.open('/back-office/confirm');
    await browser.send(confirm, { password: wrong });
    await browser.send(confirm, { password });
    await browser.send(confirm, { password, form_token: 'of another page' });
    return [...secrets, ...browser.cookies.values(), ...Object.values(hiddenFields(confirm))];
  }

  /** Registers a client, shows its secret, and exchanges and revokes as its server does. Returns every secret of it. */
  async function useOAuth(): Promise<string[]> {
    const tenant = await aTenant(auth);
    const code = await issue(auth, neighbours, aSelection(tenant));
    const headers = clientHeader(tenant);
    const { body } = await sendForm(auth, 'token', { code }, headers);
    const again = await sendForm(auth, 'token', { code }, headers);
    expect(again.status).toBe(400);
    const { access_token } = body;
    await auth.internal(`GET /internal/connections/${digest(access_token)}`);
    // Old clients send all of them in the query.
    for (const path of ['token', 'revoke', 'token/nothing']) {
      const query = new URLSearchParams({ code, token: `hub_${newId()}`, ...tenant.client });
      await auth.call(`POST /oauth2/v1/${path}?${query}`);
      await auth.call(`POST /oauth2/v1/${path}?${query}&code=${code}`);
    }
    await sendForm(auth, 'revoke', { token: access_token }, headers);
    await sendForm(auth, 'revoke', { token: access_token }, {});
    return [code, access_token, tenant.client.client_secret, headers.authorization.slice('Basic '.length)];
  }

  /** The same while the database fails: errors are logged in more detail. */
  async function useBroken(): Promise<string[]> {
    await auth.db.query(
      'alter table sessions rename to sessions_away; alter table authorization_codes rename to codes_away',
    );
    const { email, password } = person();
    const code = `hub_code_${newId()}`;
    const browser = openBrowser(auth);
    await browser.send(await browser.open('/back-office/log-in'), { email, password });
    await openBrowser(auth, { cookie: `__Host-session=${'c0ffee'.repeat(8)}` }).open(sessionsPath);
    await sendForm(auth, 'token', { code, client_id: 'nobody', client_secret: 'hub_secret_x' }, {});
    await auth.call(`POST /oauth2/v1/token?code=${code}&client_id=nobody&client_secret=hub_secret_x`);
    await auth.db.query(
      'alter table sessions_away rename to sessions; alter table codes_away rename to authorization_codes',
    );
    return [password, code, 'c0ffee'.repeat(8), 'hub_secret_x', ...browser.cookies.values()];
  }

  test('no line has a password, a code, a token, a secret, a cookie or a form token', async () => {
    const secrets = [...(await useThePages()), ...(await useOAuth()), ...(await useBroken())];
    expect(secrets.length).toBeGreaterThan(12);
    expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);
    expect(lines.join('')).toContain('sessions');
    expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
  });
});

describe('the details of an entry', () => {
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

  test.each([
    [{}, {}],
    [{ reason: 'Not paid' }, { reason: 'Not paid' }],
    [
      { before: 'a', after: 'b' },
      { before: 'a', after: 'b' },
    ],
  ])('small details %j are kept', (details, kept) => {
    expect(boundedDetails(details)).toEqual(kept);
  });

  test('of large ones the smallest fields are kept, and the others are named', () => {
    const details = { large: 'x'.repeat(5_000), name: 'Till', uris: ['y'.repeat(3_000)], more: 'z'.repeat(3_000) };
    expect(boundedDetails(details)).toEqual({ name: 'Till', more: details.more, left_out: ['large', 'uris'] });
  });

  test('of a change a field is left out on both sides', () => {
    const details = { before: { a: 1, b: 'x' }, after: { a: 2, b: 'é'.repeat(3_000) } };
    expect(boundedDetails(details)).toEqual({ before: { a: 1 }, after: { a: 2 }, left_out: ['b'] });
  });

  test('they have at most 4 kB', () => {
    for (let length = 0; length < 5_000; length += 97) {
      const text = '"é'.repeat(length);
      for (const details of [{ text }, { text, other: text }, { before: { text: '' }, after: { text } }])
        expect(bytesOf(boundedDetails(details))).toBeLessThanOrEqual(4_096);
    }
  });
});

describe('status', () => {
  let gateway: Server;

  let auth: TestAuth;

  /** What the gateway answers about usage, if it does, and the body of the question. */
  let usage: { items: object[] } | undefined;

  let asked = '';

  /** What the gateway misses. */
  const degraded = ['customers', 'messaging'];

  beforeAll(async () => {
    gateway = await listen(
      (req, res) => {
        const answer = (status: number, body: object) =>
          res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        if (req.url !== '/internal/usage') return void answer(200, { ready: true, degraded });
        req.setEncoding('utf8').once('data', (body: string) => (asked = body));
        req.once('end', () => answer(usage ? 200 : 404, usage ?? {}));
      },
      { host: '127.0.0.1', port: 0 },
    );
    auth = await startTestAuth({
      env: {
        GATEWAY_URL: `http://127.0.0.1:${portOf(gateway)}`,
        // Not set: these are asked of the gateway.
        BACK_OFFICE_URL: '',
        ORDERS_URL: '',
        EVENTS_URL: '',
      },
    });
  });

  afterAll(async () => {
    await auth.close();
    gateway.close();
  });

  describe('GET /management/status', () => {
    const away = { ready: false, degraded: [] };
    const well = { ready: true, degraded: [] };

    test('200: the URLs of the hub; the gateway says which services are ready whose addresses are not set', async () => {
      const { status, body } = await auth.operator('GET /management/status');
      expect(status).toBe(200);
      expect(body).toEqual({
        base_url: 'https://hub.example/v1',
        auth_url: 'https://hub.example/oauth2/v1',
        services: {
          gateway: { ready: true, degraded },
          auth: well,
          'back-office': well,
          orders: well,
          // Nobody listens at their addresses.
          catalog: away,
          customers: away,
          events: well,
        },
      });
    });

    test('200: a service is asked itself; without it and the gateway it is not ready', async () => {
      const answer = JSON.stringify({ ready: false, reason: 'the database does not answer', degraded: ['messaging'] });
      const orders = createServer((_req, res) => void res.writeHead(503).end(answer)).listen(0, '127.0.0.1');
      await new Promise((resolve) => orders.once('listening', resolve));
      const alone = await startTestAuth({
        env: { ORDERS_URL: `http://127.0.0.1:${portOf(orders)}`, GATEWAY_URL: 'http://127.0.0.1:1' },
      });
      const { body } = await alone.operator('GET /management/status');
      expect(body.services).toMatchObject({
        gateway: away,
        auth: well,
        'back-office': away,
        orders: { ready: false, degraded: ['messaging'] },
        events: away,
      });
      await alone.close();
      orders.close();
    });
  });

  describe('GET /management/usage', () => {
    const used = { requests: 3, refused: 1, bytes_in: 10, bytes_out: 20, cost_ms: 30 };

    test('200: who used how much of the gateway, with names; 503 without an answer', async () => {
      const { user, account } = await aTenant(auth);
      const payers = [
        { kind: 'account', id: account.id },
        { kind: 'user', id: user.id },
        { kind: 'address', id: '192.0.2.1' },
        { kind: 'account', id: 'gone' },
      ];
      usage = { items: payers.map((payer) => ({ ...payer, minute: used, hour: used })) };
      const { status, body } = await auth.operator('GET /management/usage?count=4');
      expect([status, asked]).toEqual([200, '{"count":4}']);
      const names = [account.name, user.email, null, null];
      expect(body.items).toEqual(usage.items.map((item, at) => ({ ...item, name: names[at] })));
      usage = undefined;
      expect((await auth.operator('GET /management/usage')).status).toBe(503);
    });

    test.each(['0', '1.5', 'x'])('400 for a count of %s', async (count) => {
      expect((await auth.operator(`GET /management/usage?count=${count}`)).status).toBe(400);
    });
  });

  test('all missing and invalid settings are reported together', () => {
    expect(() => readConfig({ HUB_OPERATOR_KEY: 'short', PUBLIC_URL: 'nowhere' })).toThrow(
      /(?=[^]*DATABASE_URL)(?=[^]*HUB_ENCRYPTION_KEYS)(?=[^]*HUB_SIGNING_KEY)(?=[^]*HUB_VERIFYING_KEYS)(?=[^]*HUB_FORM_KEYS)(?=[^]*HUB_OPERATOR_KEY must be secrets of at least 16)(?=[^]*PUBLIC_URL)/,
    );
  });
});

/** What waits in the hub, as operators see it (docs/api/back-office.md#backlog). The test answers for orders and events. */
describe('backlog', () => {
  /** The answers of the services, by path; 503 without one. */
  let answers: Record<string, object | ((body: any) => object)> = {};

  let asked: { path: string; body: any }[] = [];

  let neighbour: Server;

  let auth: TestAuth;

  beforeAll(async () => {
    neighbour = await listen(
      async (req, res) => {
        const text = Buffer.concat(await req.toArray()).toString();
        const [path, body] = [req.url ?? '', text === '' ? undefined : JSON.parse(text)];
        asked.push({ path, body });
        const answer = answers[path];
        res.writeHead(answer ? 200 : 503, { 'content-type': 'application/json' });
        res.end(JSON.stringify(typeof answer === 'function' ? answer(body) : (answer ?? {})));
      },
      { host: '127.0.0.1', port: 0 },
    );
    const url = `http://127.0.0.1:${portOf(neighbour)}`;
    auth = await startTestAuth({ env: { ORDERS_URL: url, EVENTS_URL: url } });
  });

  afterEach(async () => {
    [answers, asked] = [{}, []];
    await auth.db.query('delete from outbox where parked_at is not null');
  });

  afterAll(async () => {
    await auth.close();
    neighbour.close();
  });

  const none = { count: 0, more: false, oldest_at: null };

  const oldest_at = '2026-07-01T10:00:00.000Z';

  /** Parks a message in auth's own outbox. */
  async function aParked(id = newId(), topic = 'location') {
    await auth.db.query(
      `insert into outbox (id, topic, key, body, parked_at, parked_reason)
     values ($1, $2, 'key', '{"account_id":"a","name":"Ada Lovelace"}', now() - interval '1 minute', 'customers: no')`,
      [id, topic],
    );
    return id;
  }

  const entries = async (subject_id: string) =>
    (
      await auth.db.query(
        'select actor, action, account_id, details from audit_entries where subject_id = $1 order by id',
        [subject_id],
      )
    ).rows;

  describe('GET /management/backlog', () => {
    test('200: each service, null for one that does not answer, and events with names', async () => {
      const { account, client_id } = await aTenant(auth);
      const group = { waiting: { count: 1_000, more: true }, oldest_at, reasons: ['answers 500'] };
      answers = {
        '/internal/backlog': {
          outbox: none,
          parked: { ...none, count: 2 },
          held: { ...none, count: 4 },
          queues: [{ queue: 'orders.dead', messages: 1 }],
        },
        '/internal/waiting-events-by-connection': {
          accounts: [{ ...group, id: account.id, connections: 1 }],
          clients: [{ ...group, id: client_id, connections: 1 }],
          connections: [{ ...group, id: 'c', account_id: account.id, client_id }],
          is_partial: false,
          dropped: { count: 3, more: false },
        },
      };
      const { status, body } = await auth.operator(`GET /management/backlog?account=${account.id}`);
      expect(status).toBe(200);
      const unavailable = ['catalog', 'customers'].map((service) => ({ service, backlog: null }));
      expect(body.services).toEqual(
        expect.arrayContaining([
          { service: 'auth', backlog: { outbox: expect.anything(), parked: none, held: none, queues: [] } },
          { service: 'orders', backlog: answers['/internal/backlog'] },
          ...unavailable,
        ]),
      );
      expect(body.events).toEqual({
        accounts: [{ ...group, id: account.id, connections: 1, name: account.name }],
        clients: [{ ...group, id: client_id, connections: 1, name: 'Till' }],
        connections: [
          { ...group, id: 'c', account_id: account.id, client_id, account_name: account.name, client_name: 'Till' },
        ],
        is_partial: false,
        dropped: { count: 3, more: false },
      });
      expect(asked.find(({ path }) => path.includes('waiting'))?.body).toEqual({ account: account.id });
    });

    test('200 while no other service answers', async () => {
      const { status, body } = await auth.operator('GET /management/backlog');
      expect([status, body.events]).toEqual([200, null]);
    });
  });

  describe('parked messages', () => {
    test('of all services, the newest first, page by page; services that do not answer are named', async () => {
      const shared = newId();
      const [first, last] = [await aParked(shared), await aParked()];
      const ofOrders = {
        ...{ id: shared, topic: 'location', key: 'k', created_at: oldest_at, parked_at: oldest_at, reason: null },
        ...{ attempts: 1, bytes: 9, is_empty: false },
      };
      answers = {
        '/internal/parked-messages': ({ before, inclusive }) => ({
          messages: before === undefined || before > shared || (before === shared && inclusive) ? [ofOrders] : [],
        }),
      };
      const seen: string[][] = [];
      let after = '';
      for (let pages = 0; pages < 3; pages += 1) {
        const { body } = await auth.operator(`GET /management/parked_messages?count=1${after}`);
        seen.push(body.items.map(({ id, service }: { id: string; service: string }) => `${id} ${service}`));
        expect(body.unavailable).toEqual(['catalog', 'customers']);
        after = `&after=${encodeURIComponent(body.next ?? '')}`;
      }
      // One stand-in answers for orders and for events.
      expect(seen).toEqual([[`${last} auth`], [`${first} auth`], [`${shared} events`]]);
      const own = await auth.operator('GET /management/parked_messages?service=auth&topic=location');
      expect(own.body.items.map(({ id }: { id: string }) => id)).toEqual([last, first]);
      expect(JSON.stringify(own.body)).not.toContain('Ada');
      expect((await auth.operator('GET /management/parked_messages?service=auth&topic=change')).body.items).toEqual([]);
      expect((await auth.operator('GET /management/parked_messages?service=gateway')).status).toBe(422);
    });

    test('one, without its body', async () => {
      const id = await aParked();
      answers = {};
      const { status, body } = await auth.operator(`GET /management/parked_messages/${id}`);
      expect([status, body.service, body.account_id]).toEqual([200, 'auth', 'a']);
      expect(JSON.stringify(body)).not.toContain('Ada');
    });

    test('503 for one that a service which does not answer may have', async () => {
      expect((await auth.operator(`GET /management/parked_messages/${newId()}`)).status).toBe(503);
    });

    test('are sent again: one, then those of a topic; each with an audit entry, but not for nothing', async () => {
      const [one, other] = [await aParked(), await aParked()];
      const retry = (body: object) => auth.operator('POST /management/parked_messages/retry', body);
      expect((await retry({ id: one })).body).toMatchObject({ retried: 1, more: false, unavailable: [] });
      expect(await entries(one)).toEqual([
        { actor: 'operator', action: 'message.retry', account_id: null, details: `{"id":"${one}"}` },
      ]);
      const ofTopic = { topic: 'location', service: 'auth' };
      expect((await retry(ofTopic)).body.retried).toBe(1);
      expect((await retry(ofTopic)).body.retried).toBe(0);
      expect(await entries('location')).toHaveLength(1);
      const { rows } = await auth.db.query('select message_id from retries where message_id = any($1)', [[one, other]]);
      expect(rows).toHaveLength(2);
    });

    test('422 for a message without a body', async () => {
      const id = await aParked();
      await auth.db.query(`update outbox set body = 'null' where id = $1`, [id]);
      expect((await auth.operator('POST /management/parked_messages/retry', { id })).status).toBe(422);
    });

    test('are deleted, with an audit entry that says what was lost; 403 without a password just entered', async () => {
      const id = await aParked();
      const route = `POST /management/parked_messages/${id}/delete`;
      const user = aPrincipal({ kind: 'operator', is_confirmed: false });
      expect((await auth.call(route, { user, body: {} })).status).toBe(403);
      expect((await auth.operator(route)).status).toBe(200);
      expect((await auth.db.query('select from outbox where id = $1', [id])).rowCount).toBe(0);
      const [entry] = await entries(id);
      expect(entry).toMatchObject({ action: 'message.delete', account_id: 'a' });
      expect(JSON.parse(entry.details)).toEqual({
        ...{ service: 'auth', topic: 'location', type: null },
        ...{ key: 'key', reason: 'customers: no' },
      });
    });
  });

  describe('dropped events', () => {
    const dropped = (account_id: string, client_id: string) => ({
      ...{ id: newId(), type: 'order.create', resource_id: 'o', connection_id: 'c', account_id, client_id },
      ...{ created_at: oldest_at, dropped_at: oldest_at, attempts: 7, reason: 'status 500', can_be_replayed: true },
    });

    test('with names; the filters and times reach the events service', async () => {
      const { account, client_id } = await aTenant(auth);
      const event = dropped(account.id, client_id);
      answers = { '/internal/dropped-events': { items: [event], next: event.id } };
      const since = '2026-07-01T12:00:00+02:00';
      const query = new URLSearchParams({ since, reason: 'status 500', after: 'e9', count: '5' }).toString();
      const { body } = await auth.operator(`GET /management/dropped_events?${query}`);
      expect(body).toEqual({ items: [{ ...event, account_name: account.name, client_name: 'Till' }], next: event.id });
      expect(asked[0]?.body).toEqual({ since: oldest_at, reason: 'status 500', before: 'e9', count: 5 });
    });

    test('are replayed, with an audit entry that the owner can read', async () => {
      const { account, client_id } = await aTenant(auth);
      const answer = { replayed: 4_999, without_callback: 1, next: 'e9' };
      answers = {
        '/internal/dropped-events': { items: [dropped(account.id, client_id)], next: null },
        '/internal/dropped-events/replay': answer,
      };
      const filters = { connection: 'the connection', since: oldest_at };
      expect((await auth.operator('POST /management/dropped_events/replay', { ...filters, after: 'e1' })).body).toEqual(
        answer,
      );
      expect(asked.at(-1)?.body).toEqual({ ...filters, after: 'e1' });
      expect(await entries('the connection')).toEqual([
        { actor: 'operator', action: 'event.replay', account_id: account.id, details: JSON.stringify(filters) },
      ]);
    });

    test('where none matches nothing is replayed or audited: 404 for an id', async () => {
      answers = { '/internal/dropped-events': { items: [], next: null } };
      const id = newId();
      expect((await auth.operator('POST /management/dropped_events/replay', { id })).status).toBe(404);
      const { body } = await auth.operator('POST /management/dropped_events/replay', { client: id });
      expect(body).toEqual({ replayed: 0, without_callback: 0, next: null });
      expect(await entries(id)).toEqual([]);
    });

    test('503 while the events service does not answer', async () => {
      expect((await auth.operator('GET /management/dropped_events')).status).toBe(503);
      expect((await auth.operator('POST /management/dropped_events/replay', {})).status).toBe(503);
    });
  });
});

describe('migrations', () => {
  test('down removes everything, and up again creates the same schema', async () => {
    const { up, down, upAgain } = await schemaShapes('auth', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
