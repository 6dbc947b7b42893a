import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import * as accounts from '@order-hub/shared/management/accounts';
import * as apps from '@order-hub/shared/management/apps';
import * as attempts from '@order-hub/shared/management/attempts';
import * as audit from '@order-hub/shared/management/audit';
import * as backlog from '@order-hub/shared/management/backlog';
import * as clients from '@order-hub/shared/management/clients';
import * as connections from '@order-hub/shared/management/connections';
import * as exampleConnections from '@order-hub/shared/management/example-connections';
import * as invitations from '@order-hub/shared/management/invitations';
import * as keys from '@order-hub/shared/management/keys';
import * as locations from '@order-hub/shared/management/locations';
import * as members from '@order-hub/shared/management/members';
import * as operators from '@order-hub/shared/management/operators';
import * as requests from '@order-hub/shared/management/requests';
import * as specialDays from '@order-hub/shared/management/special-days';
import * as testShops from '@order-hub/shared/management/test-shops';
import * as users from '@order-hub/shared/management/users';
import type { PrincipalContext, PrincipalKind } from '@order-hub/shared/principal';
import { parseScope } from '@order-hub/shared/scopes';
import * as today from '@order-hub/shared/today-calls';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aPrincipal } from '@order-hub/testing/call';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { sized } from '@order-hub/testing/extent';
import { testSigningKeys } from '@order-hub/testing/keys';
import { createAccount } from '../src/accounts/create-account.ts';
import { endpoints } from '../src/app.ts';
import { createClient } from '../src/clients/create-client.ts';
import { readConfig } from '../src/config.ts';
import { noAddress } from '../src/locations/location.ts';
import { createLocation } from '../src/locations/managed/create-location.ts';
import { aGuest, approve, begin, codesOf, exchange, type Guest, letIn } from './authorizing.ts';
import { aConnectedTenant, aLocation, anAccount, aTenant, aUser, authorize, type Tenant } from './builders.ts';
import { aSelection, clientHeader, issue, type Neighbours, sendForm, startNeighbours } from './issued-codes.ts';
import { aKnownUser, anOperator } from './owner.ts';
import { encryptionKey, requiredSettings, startTestAuth, type TestAuth, testQuotas } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** Who may make each call of the management API, and whose things it reaches. */
describe('management access', () => {
  type Call = { route: string; principals: readonly PrincipalKind[] };

  const isCall = (exported: unknown): exported is Call =>
    typeof exported === 'object' && exported !== null && 'route' in exported && 'principals' in exported;

  const modules = [
    ...[
      accounts,
      apps,
      attempts,
      audit,
      backlog,
      clients,
      connections,
      exampleConnections,
      invitations,
      keys,
      locations,
      members,
      operators,
      requests,
      specialDays,
      testShops,
      today,
      users,
    ],
  ];

  const calls = modules.flatMap((module) => Object.values<unknown>(module).filter(isCall));

  const allowedTo = (kind: PrincipalKind) => calls.filter(({ principals }) => principals.includes(kind));

  const refusedTo = (kind: PrincipalKind) => calls.filter(({ principals }) => !principals.includes(kind));

  const routesOf = (some: readonly Call[]) => some.map(({ route }) => route);

  /** The route with these ids in its path; an id that is missing is unknown. */
  const withIds = (route: string, ids: Record<string, string> = {}) =>
    route.replace(/:(\w+)/g, (_match, name: string) => ids[name] ?? newId());

  const bodyOf = (route: string, body: object = {}) => (route.startsWith('POST') ? { body } : {});

  type Credentials = Omit<NonNullable<Parameters<TestAuth['call']>[1]>, 'body'>;

  const send = (route: string, credentials: Credentials) =>
    auth.call(withIds(route), { ...bodyOf(route), ...credentials });

  test('auth answers these calls, and nothing else in the management API', () => {
    const answered = (endpoints as { method: string; path: string }[])
      .filter(({ path }) => path.startsWith('/management/'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(answered.sort()).toEqual(routesOf(calls).sort());
    expect(calls.length).toBeGreaterThan(20);
  });

  describe('401', () => {
    const anOperator = () => signUserToken(testSigningKeys.auth, aPrincipal({ kind: 'operator' }));
    const others = sized<ServiceName[]>(['gateway'], ['gateway', 'auth', 'orders', 'catalog', 'customers', 'events']);

    test.each(routesOf(calls))('%s: without credentials', async (route) => {
      const { status, body } = await send(route, {});
      expect([status, body.error_type]).toEqual([401, 'unauthorized']);
    });

    test.each(routesOf(calls))('%s: with a wrong operator key', async (route) => {
      expect((await send(route, { operatorKey: 'a-wrong-operator-key-0123456789' })).status).toBe(401);
    });

    test.each(routesOf(calls))('%s: from another service than the back office', async (route) => {
      const headers = { [userTokenHeader]: await anOperator() };
      for (const from of others) {
        const { status } = await send(route, { internal: 'auth', from, headers });
        expect([from, status]).toEqual([from, 401]);
      }
    });

    test.each(routesOf(calls))('%s: from the back office without a valid user token', async (route) => {
      const forged = await signUserToken(testSigningKeys['back-office'], aPrincipal({ kind: 'operator' }));
      for (const headers of [{}, { [userTokenHeader]: '' }, { [userTokenHeader]: forged }]) {
        expect((await send(route, { internal: 'auth', from: 'back-office', headers })).status).toBe(401);
      }
    });

    test.each(routesOf(calls))('%s: with a user token and no service token', async (route) => {
      expect((await send(route, { headers: { [userTokenHeader]: await anOperator() } })).status).toBe(401);
    });
  });

  describe('403', () => {
    test.each(routesOf(refusedTo('user')))('%s: for a user', async (route) => {
      const { status, body } = await send(route, { user: aPrincipal() });
      expect([status, body.error_type]).toEqual([403, 'forbidden']);
    });

    test.each(routesOf(refusedTo('operator')))('%s: for an operator, on a page or with the key', async (route) => {
      expect((await send(route, { user: aPrincipal({ kind: 'operator' }) })).status).toBe(403);
      expect((await auth.operator(withIds(route))).status).toBe(403);
    });
  });

  const requested_at = '2026-07-01T12:00:00.000Z';

  /** A user with one of everything, the ids that paths name, and a request of each call that is about them. */
  async function aFullOwner() {
    const { user, account, location, client_id, connection } = await aConnectedTenant(auth);
    const ids: Record<string, string> = {
      account_id: account.id,
      location_id: location.id,
      client_id,
      connection_id: connection.id,
      message_id: newId(),
    };
    const worker = (await auth.operator('POST /management/users', aUser())).body;
    const place = { location_id: location.id, role: 'kitchen' };
    ids['member_id'] = (await auth.operator('POST /management/members', { user_id: worker.id, ...place })).body.id;
    const inviting = `POST /management/locations/${location.id}/invitations`;
    ids['invitation_id'] = (await auth.operator(inviting, { role: 'kitchen' })).body.id;
    // An example connection is one that expires.
    await auth.db.query(`update connections set expires_at = now() + interval '1 hour' where id = $1`, [connection.id]);
    await auth.db.query(
      `insert into outbox (id, topic, key, body, parked_at) values ($1, 'location', 'key', '{}', now())`,
      [ids['message_id']],
    );
    await auth.db.query(
      `insert into listings (client_id, description, scope, website, start_url, requested_at)
     values ($1, 'A till', 'location[orders.write]', 'https://shop.example', 'https://shop.example/start', $2)`,
      [client_id, requested_at],
    );
    return { ids, principal: aPrincipal({ user: { id: user.id, email: user.email } }) };
  }

  type FullOwner = Awaited<ReturnType<typeof aFullOwner>>;

  /** Valid bodies of the calls that need one. */
  const inputs: Record<string, object> = {
    [accounts.updateAccount.route]: { name: 'Renamed' },
    [apps.saveListing.route]: {
      description: 'Another till',
      scope: 'location[orders.read]',
      website: 'https://shop.example',
      start_url: 'https://shop.example/start',
    },
    [apps.saveLogo.route]: { logo: null },
    [apps.approveListing.route]: { requested_at },
    [clients.updateClient.route]: { name: 'Renamed', redirect_uris: [] },
    [clients.updateHandling.route]: { is_strict: true },
    [clients.updateProof.route]: { needs_proof: true },
    [clients.deleteClient.route]: { force: true },
    [invitations.createInvitation.route]: { role: 'kitchen' },
    [members.updateMember.route]: { role: 'manager' },
    [locations.updateLocationDetails.route]: { name: 'Renamed', timezone: 'UTC' },
  };

  const sendAs = ({ principal }: FullOwner, route: string, ids: Record<string, string>) =>
    auth.call(withIds(route, ids), { user: principal, ...bodyOf(route, inputs[route]) });

  /** Everything that is stored of an owner's things. */
  async function storedOf({ ids }: FullOwner) {
    const { account_id, location_id, client_id, connection_id } = ids;
    const rows = await Promise.all([
      auth.db.query('select * from accounts where id = $1', [account_id]),
      auth.db.query('select * from locations where id = $1', [location_id]),
      auth.db.query('select * from clients where id = $1', [client_id]),
      auth.db.query('select * from connections where id = $1', [connection_id]),
      auth.db.query('select * from listings where client_id = $1', [client_id]),
      auth.db.query('select * from members where account_id = $1 order by id', [account_id]),
      auth.db.query('select * from invitations where account_id = $1 order by id', [account_id]),
      auth.db.query('select * from audit_entries where subject_id = any($1) order by id', [Object.values(ids)]),
    ]);
    return rows.map((result) => result.rows);
  }

  describe('a call about an id', () => {
    /** They keep all that they have: what is asked of them is refused, or changes nothing. */
    let owner: FullOwner;
    let stranger: FullOwner;
    beforeAll(async () => void ([owner, stranger] = [await aFullOwner(), await aFullOwner()]));

    /** Somebody of the test's own, if the call changes something. */
    const ownerFor = async (route: string) => (route.startsWith('GET') ? owner : aFullOwner());

    const ofUsers = routesOf(allowedTo('user')).filter((route) => route.includes('/:'));

    /** Events is asked, and does not answer here. */
    const ofEvents = routesOf([attempts, requests].flatMap((module) => Object.values<unknown>(module).filter(isCall)));

    const statusForOwner = (route: string) => {
      // An owner is no member.
      if (route === members.leaveLocation.route) return 404;
      return ofEvents.includes(route) ? 503 : 200;
    };

    test.each(ofUsers)('%s: 200 for the owner; 503 if events is asked', async (route) => {
      const own = await ownerFor(route);
      expect((await sendAs(own, route, own.ids)).status).toBe(statusForOwner(route));
    });

    test.each(ofUsers)("%s: 404 for another user's id, as for an unknown one, and no change", async (route) => {
      const before = await storedOf(owner);
      const foreign = await sendAs(stranger, route, owner.ids);
      expect([foreign.status, foreign.body.error_type]).toEqual([404, 'not_found']);
      expect(foreign.body).toEqual((await sendAs(stranger, route, {})).body);
      expect(await storedOf(owner)).toEqual(before);
    });

    const ofOperators = routesOf(allowedTo('operator')).filter((route) => /\/:(?!user_id)/.test(route));

    /** Their locations and connections stand in the way (deletions.test.ts). */
    const obstructed = routesOf([accounts.deleteAccount, locations.deleteLocation]);

    test.each(ofOperators)(
      '%s: 200 for an operator, on a page or with the key; 409 if it deletes what is in use',
      async (route) => {
        for (const credentials of [{ user: aPrincipal({ kind: 'operator' }) }, undefined]) {
          const { ids } = await ownerFor(route);
          const body = route.startsWith('POST') ? (inputs[route] ?? {}) : undefined;
          const { status } = credentials
            ? await auth.call(withIds(route, ids), { ...credentials, body })
            : await auth.operator(withIds(route, ids), body);
          expect(status).toBe(obstructed.includes(route) ? 409 : 200);
        }
      },
    );

    /** Another service may have the message, and none answers here. */
    const isElsewhere = (route: string) => route.includes(':message_id');

    test.each(ofOperators.filter((route) => !isElsewhere(route)))('%s: 404 for an unknown id', async (route) => {
      const body = route.startsWith('POST') ? (inputs[route] ?? {}) : undefined;
      expect((await auth.operator(withIds(route), body)).status).toBe(404);
    });
  });

  describe('a call about an id in its input', () => {
    test("POST /management/locations: 404 for another user's account", async () => {
      const [owner, stranger] = [await aFullOwner(), await aFullOwner()];
      const body = { account_id: owner.ids['account_id'], name: 'Bac' };
      expect((await auth.call('POST /management/locations', { user: stranger.principal, body })).status).toBe(404);
      const { rowCount } = await auth.db.query('select 1 from locations where account_id = $1', [body.account_id]);
      expect(rowCount).toBe(1);
    });

    test.each([
      ['accounts', { name: 'Bruno', currency: 'EUR' }],
      ['clients', { name: 'Bruno' }],
    ])('POST /management/%s: a user who names another user creates nothing for them', async (table, fields) => {
      const [owner, stranger] = [await aFullOwner(), await aFullOwner()];
      const body = { ...fields, user_id: owner.principal.user?.id };
      const { status } = await auth.call(`POST /management/${table}`, { user: stranger.principal, body });
      expect(status).toBe(200);
      const { rows } = await auth.db.query(`select user_id from ${table} where name = 'Bruno'`);
      expect(rows).toEqual([{ user_id: stranger.principal.user?.id }]);
    });

    test("GET /management/audit_entries: 404 for another user's account, and without an account", async () => {
      const [owner, stranger] = [await aFullOwner(), await aFullOwner()];
      const list = async ({ principal }: FullOwner, query: string) =>
        auth.call(`GET /management/audit_entries${query}`, { user: principal });
      const query = `?account=${owner.ids['account_id']}`;
      const own = await list(owner, query);
      expect([own.status, own.body.items.length]).toEqual([200, 5]);
      expect((await list(stranger, query)).status).toBe(404);
      expect((await list(owner, '')).status).toBe(404);
    });

    test.each(['account_id', 'location_id'])(
      "GET /management/user/connections: an empty list for another user's %s",
      async (name) => {
        const [owner, stranger] = [await aFullOwner(), await aFullOwner()];
        const route = `GET /management/user/connections?${name}=${owner.ids[name]}`;
        const { status, body } = await auth.call(route, { user: stranger.principal });
        expect([status, body]).toEqual([200, { items: [], next: null }]);
      },
    );

    test("GET /management/locations: an empty list for another user's account", async () => {
      const [owner, stranger] = [await aFullOwner(), await aFullOwner()];
      const route = `GET /management/locations?account_id=${owner.ids['account_id']}`;
      const { body } = await auth.call(route, { user: stranger.principal });
      expect(body).toEqual({ items: [], next: null });
    });
  });

  describe('a user who has not just entered the password', () => {
    test.each(routesOf([clients.showClientSecret, clients.rotateClientSecret, clients.endOldSecret]))(
      '403: %s',
      async (route) => {
        const owner = await aFullOwner();
        const before = await storedOf(owner);
        const unconfirmed = { ...owner, principal: { ...owner.principal, is_confirmed: false } };
        const { status, body } = await sendAs(unconfirmed, route, owner.ids);
        expect([status, body.error_type]).toEqual([403, 'forbidden']);
        expect(JSON.stringify(body)).not.toContain('hub_secret_');
        expect(await storedOf(owner)).toEqual(before);
      },
    );
  });
});

/** How much a user and their clients may create, also at the same moment (docs/api/limits.md#quotas). */
describe('quotas', () => {
  let auth: TestAuth;

  let neighbours: Neighbours;

  beforeAll(async () => {
    neighbours = await startNeighbours();
    auth = await startTestAuth({ env: { ...neighbours.settings, CONNECTIONS_PER_ACCOUNT_MAX: '30' } });
  });

  afterAll(async () => {
    await auth.close();
    await neighbours.close();
  });

  const atOnce = (count: number, work: (index: number) => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)));

  const outcomesOf = (settled: PromiseSettledResult<unknown>[]) => {
    const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.message)] : []));
    return { done: settled.length - reasons.length, reasons: [...new Set(reasons)] };
  };

  const liveConnections = async ({ client_id }: { client_id: string }) =>
    (await auth.db.query('select name from connections where client_id = $1 and disconnected_at is null', [client_id]))
      .rows;

  const asUser = (tenant: Tenant): PrincipalContext => ({
    caller: null,
    principal: aPrincipal({ user: { id: tenant.user.id, email: 'ada@example.com' } }),
    requestId: newId(),
    traceparent: null,
    address: null,
    now: new Date(),
    log: silentLog,
    signal: new AbortController().signal,
    cost: { ms: 0 },
    untilAnswered: () => undefined,
    keyed: null,
    handling: { isStrict: false, unknown: [], doubts: [] },
  });

  test('the quotas are those of the settings, and the defaults are these', () => {
    const { connectionsPerPlace, connectionsPerAccount, locationsPerAccount, clientsPerUser, accountsPerUser } =
      testQuotas;
    expect(readConfig(requiredSettings)).toMatchObject({
      CONNECTIONS_PER_PLACE_MAX: connectionsPerPlace,
      CONNECTIONS_PER_ACCOUNT_MAX: connectionsPerAccount,
      LOCATIONS_PER_ACCOUNT_MAX: locationsPerAccount,
      CLIENTS_PER_USER_MAX: clientsPerUser,
      ACCOUNTS_PER_USER_MAX: accountsPerUser,
    });
    expect(() => readConfig({ ...requiredSettings, CONNECTIONS_PER_PLACE_MAX: '0' })).toThrow(
      'CONNECTIONS_PER_PLACE_MAX',
    );
  });

  test('a client gets 20 live connections at a location, however many codes are exchanged at once', async () => {
    const tenant = await aTenant(auth);
    const codes = await Promise.all(
      Array.from({ length: 60 }, (_, at) => issue(auth, neighbours, aSelection(tenant, { name: `device ${at}` }))),
    );
    const replies = await Promise.all(codes.map((code) => sendForm(auth, 'token', { code }, clientHeader(tenant))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) {
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
      expect(body.error_description).toContain('live connections of a client at one location or account, at most 20');
    }
    expect(await liveConnections(tenant)).toHaveLength(20);
  });

  async function aFullGuest(): Promise<Guest> {
    const guest = await aGuest(auth);
    const tenant = { ...guest, client: guest } as unknown as Tenant;
    for (let at = 0; at < 20; at++)
      await authorize(auth, tenant, { location_id: guest.location.id, name: `device ${at}` });
    return guest;
  }

  const consentOf = async (guest: Guest, name: string) =>
    guest.browser.send(await begin(guest, { name }), { place: guest.location.id });

  test('the consent page says that the quota is used up, and issues no code', async () => {
    const guest = await aFullGuest();
    const consent = await consentOf(guest, 'one more');
    expect(consent.html).toContain(
      'An app may have at most 20 connections at one location or account. End a connection first.',
    );
    expect(consent.html).not.toContain('value="approve"');
    const sent = await guest.browser.send(consent, { decision: 'approve' });
    expect([sent.status, sent.html.includes('at most 20')]).toEqual([422, true]);
    expect(await codesOf(auth, guest)).toHaveLength(0);
  });

  test('a connection that exists can be granted again, and a disconnected one makes room', async () => {
    const guest = await aFullGuest();
    expect(await letIn(auth, guest, { name: 'device 7' })).toMatchObject({ token_type: 'Bearer' });
    const { rows } = await auth.db.query("select id from connections where client_id = $1 and name = 'device 7'", [
      guest.client_id,
    ]);
    await auth.operator(`POST /management/connections/${rows[0].id}/disconnect`);
    const code = await approve(guest, await consentOf(guest, 'one more'));
    expect(await exchange(auth, guest, code)).toMatchObject({ token_type: 'Bearer' });
    expect(await liveConnections(guest)).toHaveLength(20);
  });

  test('all clients together get the connections of an account; an operator may grant more', async () => {
    const tenant = await aTenant(auth);
    const clients = await Promise.all([1, 2, 3].map(() => aTenant(auth)));
    const grants = await atOnce(45, async (at) => {
      const of = clients[at % 3] ?? tenant;
      const selection = aSelection(tenant, { client_id: of.client_id, name: `device ${at}` });
      const code = await issue(auth, neighbours, selection);
      const { body } = await sendForm(auth, 'token', { code }, clientHeader(of));
      if (body.error) throw new Error(body.error_description);
    });
    expect(outcomesOf(grants)).toEqual({
      done: 30,
      reasons: ['The quota is used up: live connections of an account, at most 30'],
    });
    const granted = await authorize(auth, tenant, { location_id: tenant.location.id, name: 'by the operator' });
    expect(granted).toMatchObject({ token_type: 'Bearer' });
  });

  test('connections for the profile alone are counted too', async () => {
    const tenant = await aTenant(auth);
    const scope = parseScope('profile');
    const names = Array.from({ length: 25 }, (_, at) => `device ${at}`);
    const codes = await Promise.all(
      names.map((name) => issue(auth, neighbours, aSelection(tenant, { location_id: null, name, scope }))),
    );
    const replies = await Promise.all(codes.map((code) => sendForm(auth, 'token', { code }, clientHeader(tenant))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  test.each([
    [
      'accounts of a user, at most 5',
      4,
      (tenant: Tenant) => (at: number) =>
        createAccount({ db: auth.db, quotas: small }, asUser(tenant), {}, { name: `Shop ${at}`, currency: 'EUR' }),
    ],
    [
      'locations of an account, at most 5',
      4,
      ({ account, ...tenant }: Tenant) =>
        (at: number) => {
          const location = { ...noAddress, account_id: account.id, name: `Street ${at}`, timezone: 'UTC' };
          return createLocation({ db: auth.db, quotas: small }, asUser({ account, ...tenant }), {}, location);
        },
    ],
    [
      'clients of a user, at most 5',
      4,
      (tenant: Tenant) => (at: number) => {
        const deps = { db: auth.db, quotas: small, encryptionKeys: [encryptionKey], log: silentLog };
        return createClient(deps, asUser(tenant), {}, { name: `Till ${at}`, redirect_uris: [] });
      },
    ],
  ])('%s: of fifty that are created at once; 422 for the others', async (text, room, creating) => {
    const tenant = await aTenant(auth);
    const settled = await atOnce(50, creating(tenant));
    expect(outcomesOf(settled)).toEqual({ done: room, reasons: [`The quota is used up: ${text}`] });
  });

  const small = { ...testQuotas, accountsPerUser: 5, locationsPerAccount: 5, clientsPerUser: 5 };

  test('operators have no quotas', async () => {
    const own = await startTestAuth({
      env: { ACCOUNTS_PER_USER_MAX: '1', LOCATIONS_PER_ACCOUNT_MAX: '1', CLIENTS_PER_USER_MAX: '1' },
    });
    const { user, account } = await aTenant(own);
    const created = await Promise.all([
      own.operator('POST /management/accounts', { user_id: user.id, name: 'Second', currency: 'EUR' }),
      own.operator('POST /management/locations', { account_id: account.id, name: 'Second' }),
      own.operator('POST /management/clients', { user_id: user.id, name: 'Second' }),
    ]);
    expect(created.map(({ status }) => status)).toEqual([200, 200, 200]);
    await own.close();
  });
});

/** Lists for operators: users, accounts and clients of everybody, in pages. */
describe('listed tenants', () => {
  let auth: TestAuth;

  let tenants: [Tenant, Tenant];

  beforeAll(async () => {
    auth = await startTestAuth();
    tenants = [await aTenant(auth), await aTenant(auth)];
  });

  afterAll(() => auth.close());

  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  /** The ids of two pages of one element each. */
  async function pagesOf(list: string) {
    const first = (await auth.operator(`GET /management/${list}?count=1`)).body;
    const second = (await auth.operator(`GET /management/${list}?count=1&after=${first.next}`)).body;
    expect(second.next).toBeNull();
    return [...idsOf(first), ...idsOf(second)];
  }

  test('users and accounts are listed oldest first, clients newest first', async () => {
    const [older, newer] = tenants;
    expect(await pagesOf('users')).toEqual([older.user.id, newer.user.id]);
    expect(await pagesOf('accounts')).toEqual([older.account.id, newer.account.id]);
    expect(await pagesOf('clients')).toEqual([newer.client_id, older.client_id]);
  });

  test('accounts and clients of a user; a user lists only their own, whomever they name', async () => {
    const [older, newer] = tenants;
    const query = `user_id=${newer.user.id}`;
    for (const [list, id] of [
      ['accounts', (tenant: Tenant) => tenant.account.id],
      ['clients', (tenant: Tenant) => tenant.client_id],
    ] as const) {
      expect(idsOf((await auth.operator(`GET /management/${list}?${query}`)).body)).toEqual([id(newer)]);
      const user = aPrincipal({ user: { id: older.user.id, email: older.user.email } });
      expect(idsOf((await auth.call(`GET /management/${list}?${query}`, { user })).body)).toEqual([id(older)]);
    }
  });

  test('a user by id and by email address', async () => {
    const [{ user }] = tenants;
    const byId = await auth.operator(`GET /management/users/${user.id}`);
    expect(byId.body).toMatchObject({ id: user.id, email: user.email });
    const byEmail = await auth.operator(`GET /management/users?email=${encodeURIComponent(user.email.toUpperCase())}`);
    expect(byEmail.body).toEqual({ items: [byId.body], next: null });
    expect((await auth.operator('GET /management/users/unknown')).status).toBe(404);
  });

  test("an operator sees a connection of somebody else's account", async () => {
    const [tenant] = tenants;
    const { id } = await authorize(auth, tenant, { account_id: tenant.account.id });
    const { body } = await auth.operator(`GET /management/connections/${id}`);
    expect(body).toMatchObject({ id, account_id: tenant.account.id, grantor_id: tenant.user.id, status: 'active' });
    expect(JSON.stringify(body)).not.toMatch(/token|secret|hub_/);
  });
});

/** Adding, removing and listing operators, and their search (docs/api/back-office.md#operators). */
describe('operators', () => {
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

    test.each([
      ['Großmann’s ΝΙΚΟΣ', "GROSSMANN'S νίκος"],
      ['Łukasz محمّد', 'lukasz محمد'],
      ['Café 42', 'Cafe\u0301 ٤٢'],
    ])('%s is found by %s', async (name, text) => {
      const mark = newId();
      const user = await aKnownUser(auth);
      const account = (
        await auth.operator('POST /management/accounts', anAccount(user.id, { name: `${mark} ${name}` }))
      ).body;
      const location = (
        await auth.operator('POST /management/locations', aLocation(account.id, { name: `${mark} ${name}` }))
      ).body;
      expect((await search(`${mark} ${text}`)).body).toMatchObject({
        accounts: [{ id: account.id }],
        locations: [{ id: location.id }],
      });
    });

    test.each(['\u0301', '\u200b', '\u3000'])('a text of which nothing can be seen finds nothing: %j', async (text) => {
      await auth.operator('POST /management/accounts', anAccount((await aKnownUser(auth)).id));
      expect((await search(text)).body).toEqual({ accounts: [], locations: [], has_more: false });
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
       where folded_name(name) collate "C" ^@ folded_name($1) collate "C"
       order by folded_name(name) collate "C" limit 51`,
        ['abcde'],
      );
      expect(JSON.stringify(rows)).toMatch(/Index Cond/);
      expect(JSON.stringify(rows)).toContain('accounts_folded_name');
    });
  });
});
