/** How much a user and their clients may create, also at the same moment (docs/api/limits.md#quotas). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPrincipal } from '@order-hub/testing/call';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { parseScope } from '@order-hub/shared/scopes';
import { createAccount } from '../src/accounts/create-account.ts';
import { createClient } from '../src/clients/create-client.ts';
import { readConfig } from '../src/config.ts';
import { createLocation } from '../src/locations/managed/create-location.ts';
import { noAddress } from '../src/locations/location.ts';
import { aGuest, approve, begin, codesOf, exchange, letIn, type Guest } from './authorizing.ts';
import { aTenant, authorize, type Tenant } from './builders.ts';
import { aSelection, clientHeader, issue, sendForm, startNeighbours, type Neighbours } from './issued-codes.ts';
import { encryptionKey, requiredSettings, startTestAuth, testQuotas, type TestAuth } from './service.ts';

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
  handling: { isStrict: false, unknown: [] },
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
