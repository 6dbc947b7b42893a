/** Who may make each call of the management API, and whose things it reaches. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import * as today from '@order-hub/shared/today-calls';
import { newId } from '@order-hub/shared/ids';
import type { PrincipalKind } from '@order-hub/shared/principal';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aPrincipal } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { endpoints } from '../src/app.ts';
import { aConnectedTenant, aUser } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

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

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

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

  test.each(routesOf(calls))('%s: without credentials', async (route) => {
    const { status, body } = await send(route, {});
    expect([status, body.error_type]).toEqual([401, 'unauthorized']);
  });

  test.each(routesOf(calls))('%s: with a wrong operator key', async (route) => {
    expect((await send(route, { operatorKey: 'a-wrong-operator-key-0123456789' })).status).toBe(401);
  });

  test.each(routesOf(calls))('%s: from another service than the back office', async (route) => {
    const headers = { [userTokenHeader]: await anOperator() };
    for (const from of ['gateway', 'auth', 'orders', 'catalog', 'customers', 'events'] as const) {
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
  const ofUsers = routesOf(allowedTo('user')).filter((route) => route.includes('/:'));

  /** Events is asked, and does not answer here. */
  const ofEvents = routesOf([attempts, requests].flatMap((module) => Object.values<unknown>(module).filter(isCall)));

  const statusForOwner = (route: string) => {
    // An owner is no member.
    if (route === members.leaveLocation.route) return 404;
    return ofEvents.includes(route) ? 503 : 200;
  };

  test.each(ofUsers)('%s: 200 for the owner; 503 if events is asked', async (route) => {
    const owner = await aFullOwner();
    expect((await sendAs(owner, route, owner.ids)).status).toBe(statusForOwner(route));
  });

  test.each(ofUsers)("%s: 404 for another user's id, as for an unknown one, and no change", async (route) => {
    const [owner, stranger] = [await aFullOwner(), await aFullOwner()];
    const before = await storedOf(owner);
    const foreign = await sendAs(stranger, route, owner.ids);
    expect([foreign.status, foreign.body.error_type]).toEqual([404, 'not_found']);
    expect(foreign.body).toEqual((await sendAs(stranger, route, {})).body);
    expect(await storedOf(owner)).toEqual(before);
  });

  const ofOperators = routesOf(allowedTo('operator')).filter((route) => /\/:(?!user_id)/.test(route));

  test.each(ofOperators)('%s: 200 for an operator, on a page or with the key', async (route) => {
    for (const credentials of [{ user: aPrincipal({ kind: 'operator' }) }, undefined]) {
      const { ids } = await aFullOwner();
      const body = route.startsWith('POST') ? (inputs[route] ?? {}) : undefined;
      const { status } = credentials
        ? await auth.call(withIds(route, ids), { ...credentials, body })
        : await auth.operator(withIds(route, ids), body);
      expect(status).toBe(200);
    }
  });

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
  test.each(routesOf([clients.showClientSecret, clients.rotateClientSecret]))('403: %s', async (route) => {
    const owner = await aFullOwner();
    const before = await storedOf(owner);
    const unconfirmed = { ...owner, principal: { ...owner.principal, is_confirmed: false } };
    const { status, body } = await sendAs(unconfirmed, route, owner.ids);
    expect([status, body.error_type]).toEqual([403, 'forbidden']);
    expect(JSON.stringify(body)).not.toContain('hub_secret_');
    expect(await storedOf(owner)).toEqual(before);
  });
});
