import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyToken } from '@order-hub/shared/verify-token';
import { newId } from '@order-hub/shared/ids';
import { signServiceToken } from '@order-hub/shared/service-token';
import { testSigningKeys, testVerifyingKeys } from '@order-hub/testing/keys';
import { type Hub, startHub } from './gateway.ts';
import { connect, digestOf } from './stand-ins.ts';

let hub: Hub;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.close());

/** Delivers a message as another service does. */
async function deliver(topic: string, body: object, key = newId()) {
  const token = await signServiceToken(testSigningKeys.auth, 'auth', 'gateway');
  const response = await fetch(`http://127.0.0.1:${hub.internalPort}/internal/messages`, {
    method: 'POST',
    headers: { 'x-hub-service': token, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ id: newId(), topic, key, version: 1, body }] }),
  });
  expect([response.status, await response.json()]).toEqual([200, { rejected: [] }]);
}

const connectionMessage = (token: string, status: string) => ({
  id: newId(),
  version: 2,
  status,
  token_digest: digestOf(token),
  client_id: newId(),
  client_name: 'Client',
  name: null,
  account_id: null,
  location_id: null,
  catalog_id: null,
  customer_list_id: null,
  scope: 'profile',
  client_secret: 'x',
});

describe('the token', () => {
  test('is missing: 401, and the message names the header', async () => {
    const answer = await hub.call('GET /v1/location');
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      message: expect.stringContaining('X-Access-Token'),
      error_type: 'unauthorized',
      code: 'access_token_missing',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['Authorization: Bearer', { authorization: 'Bearer bearer' }],
    ['the scheme in other letters, more blanks', { authorization: 'bEARER   bearer ' }],
    ['both, the same', { authorization: 'Bearer bearer', 'x-access-token': 'bearer' }],
    [
      'X-Access-Token beside credentials of another scheme',
      { authorization: 'Basic eDp5', 'x-access-token': 'bearer' },
    ],
  ])('in %s: accepted, and no service gets either header', async (_name, headers) => {
    connect(hub.auth, 'bearer');
    expect((await hub.call('GET /v1/location', { headers })).status).toBe(200);
    const { headers: received } = hub.auth.received.at(-1)!;
    expect(received).not.toHaveProperty('authorization');
    expect(received).not.toHaveProperty('x-access-token');
  });

  test.each([
    ['both, and different', { authorization: 'Bearer one', 'x-access-token': 'two' }, 'different access tokens'],
    ['another scheme', { authorization: 'Basic b25lOnR3bw==' }, 'Send the access token'],
    ['Bearer without a token', { authorization: 'Bearer ' }, 'Send the access token'],
    ['Bearer with two', { authorization: 'Bearer one, Bearer one' }, 'Send the access token'],
    ['Bearer, of no connection', { authorization: 'Bearer nobody' }, 'The access token is invalid'],
  ])('in %s: 401', async (_name, headers, message) => {
    connect(hub.auth, 'one');
    connect(hub.auth, 'two');
    const answer = await hub.call('GET /v1/location', { headers });
    const body = { message: expect.stringContaining(message), error_type: 'unauthorized' };
    expect(answer).toMatchObject({ status: 401, body });
  });

  test.each([
    ['suspended', 'The account/location has been suspended for non payment of the subscription'],
    ['blocked', 'The connection has been blocked'],
    ['disconnected', 'The access token is invalid or the connection has been revoked'],
  ] as const)(
    'of a %s connection: 401 with the message of docs/api/authentication.md#invalid-tokens',
    async (status, message) => {
      connect(hub.auth, status);
      hub.auth.tokens.get(status)!.status = status;
      const answer = await hub.call('GET /v1/location', { token: status });
      expect(answer).toMatchObject({ status: 401, body: { message, error_type: 'unauthorized' } });
    },
  );

  test('of no connection: 401', async () => {
    const answer = await hub.call('GET /v1/location', { token: 'nobody' });
    const message = 'The access token is invalid or the connection has been revoked';
    expect(answer).toMatchObject({ status: 401, body: { message, error_type: 'unauthorized' } });
  });

  test('of a connection created after the token was tried: accepted two seconds later', async () => {
    expect((await hub.call('GET /v1/location', { token: 'early' })).status).toBe(401);
    connect(hub.auth, 'early');
    expect((await hub.call('GET /v1/location', { token: 'early' })).status).toBe(401);
    hub.passSeconds(2.1);
    expect((await hub.call('GET /v1/location', { token: 'early' })).status).toBe(200);
  });

  test('is looked up once for concurrent requests, and again after 30 seconds', async () => {
    connect(hub.auth, 'shared');
    const before = hub.auth.asked.length;
    await Promise.all(Array.from({ length: 30 }, () => hub.call('GET /v1/callback', { token: 'shared' })));
    hub.passSeconds(29);
    await hub.call('GET /v1/callback', { token: 'shared' });
    expect(hub.auth.asked.slice(before)).toEqual([`/internal/connections/${digestOf('shared')}`]);
    hub.passSeconds(1.1);
    await hub.call('GET /v1/callback', { token: 'shared' });
    expect(hub.auth.asked).toHaveLength(before + 2);
  });
});

describe('a change', () => {
  test('of a connection: applies from the next request on', async () => {
    connect(hub.auth, 'changing');
    expect((await hub.call('GET /v1/location', { token: 'changing' })).status).toBe(200);
    hub.auth.tokens.get('changing')!.status = 'blocked';
    await deliver('connection', connectionMessage('changing', 'blocked'));
    const answer = await hub.call('GET /v1/location', { token: 'changing' });
    expect(answer).toMatchObject({ status: 401, body: { message: 'The connection has been blocked' } });
    hub.auth.tokens.get('changing')!.status = 'active';
    await deliver('connection', connectionMessage('changing', 'active'));
    expect((await hub.call('GET /v1/location', { token: 'changing' })).status).toBe(200);
  });

  test('of a location: applies to location and account connections', async () => {
    const caller = connect(hub.auth, 'bound');
    const { id: accountId } = caller.account!;
    const locationId = caller.location_id!;
    connect(hub.auth, 'whole', { account: caller.account, location_id: null });
    hub.auth.locations.set(`${accountId}/${locationId}`, {
      id: locationId,
      timezone: 'Europe/Paris',
      suspended: false,
    });
    expect((await hub.call('GET /v1/location', { token: 'bound' })).status).toBe(200);
    expect((await hub.call(`GET /v1/locations/${locationId}`, { token: 'whole' })).status).toBe(200);
    hub.auth.tokens.get('bound')!.status = 'suspended';
    hub.auth.locations.get(`${accountId}/${locationId}`)!.suspended = true;
    await deliver('location', { id: locationId, account_id: accountId });
    for (const [token, path] of [
      ['bound', '/location'],
      ['whole', `/locations/${locationId}/orders`],
    ] as const) {
      const answer = await hub.call(`GET /v1${path}`, { token });
      const message = 'The account/location has been suspended for non payment of the subscription';
      expect(answer).toMatchObject({ status: 401, body: { message, error_type: 'unauthorized' } });
    }
  });

  test("is accepted only from the hub's own services", async () => {
    const response = await fetch(`http://127.0.0.1:${hub.internalPort}/internal/messages`, {
      method: 'POST',
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect((await hub.call('POST /internal/messages', { body: {} })).body.error_type).toBe('routing_error');
  });

  test('by a revocation that this gateway forwards: applies before the response to the revocation', async () => {
    connect(hub.auth, 'revoked');
    expect((await hub.call('GET /v1/location', { token: 'revoked' })).status).toBe(200);
    const usualAnswer = hub.auth.answer!;
    hub.auth.answer = (req, res, body) => {
      if (req.url !== '/oauth2/v1/revoke') return usualAnswer(req, res, body);
      hub.auth.tokens.delete('revoked');
      res.writeHead(200, { 'X-Hub-Token-Digest': digestOf('revoked') }).end('{}');
    };
    const revocation = await hub.call('POST /oauth2/v1/revoke', { body: { token: 'revoked' } });
    hub.auth.answer = usualAnswer;
    expect(revocation.status).toBe(200);
    expect([...revocation.headers.keys()].filter((name) => name.startsWith('x-hub-'))).toEqual([]);
    expect((await hub.call('GET /v1/location', { token: 'revoked' })).status).toBe(401);
  });
});

describe('the location', () => {
  const notFound = expect.objectContaining({ message: 'Location not found', error_type: 'not_found' });

  test('is not the one that the connection is bound to: 404', async () => {
    connect(hub.auth, 'own');
    const answer = await hub.call(`GET /v1/locations/${newId()}/orders`, { token: 'own' });
    expect([answer.status, answer.body]).toEqual([404, notFound]);
    const inventory = await hub.call(`GET /v1/catalogs/c/locations/${newId()}/inventory`, { token: 'own' });
    expect([inventory.status, inventory.body]).toEqual([404, notFound]);
  });

  test('belongs to another account: 404; belongs to its own: the request carries its facts', async () => {
    const caller = connect(hub.auth, 'account', { location_id: null });
    const locationId = newId();
    expect((await hub.call(`GET /v1/locations/${locationId}`, { token: 'account' })).body).toEqual(notFound);
    expect((await hub.call('GET /v1/locations/no.such', { token: 'account' })).body).toEqual(notFound);
    hub.passSeconds(2.1);
    const timezone = 'America/Lima';
    hub.auth.locations.set(`${caller.account!.id}/${locationId}`, { id: locationId, timezone, suspended: false });
    await hub.call(`POST /v1/locations/${locationId}/orders`, { token: 'account', body: {} });
    const token = String(hub.orders.received.at(-1)!.headers['x-hub-caller']);
    const [, claims = ''] = token.split('.');
    const signed = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(signed.caller).toEqual({ ...caller, location: { id: locationId, timezone } });
  });

  test('in the short form, with the other kind of connection: 403 that explains it', async () => {
    connect(hub.auth, 'account', { location_id: null });
    connect(hub.auth, 'location');
    const shortOfAccount = await hub.call('GET /v1/account/orders', { token: 'location' });
    const shortOfLocation = await hub.call('GET /v1/location/orders', { token: 'account' });
    for (const { status, body } of [shortOfAccount, shortOfLocation]) {
      expect([status, body]).toEqual([
        403,
        expect.objectContaining({ message: expect.stringContaining('short form'), code: 'access_level_not_allowed' }),
      ]);
    }
  });
});

test('the caller token is valid, and reused for half of its life', async () => {
  hub.clock.now = new Date();
  connect(hub.auth, 'signed');
  const tokens = [];
  for (const seconds of [0, 20, 9, 1]) {
    hub.passSeconds(seconds);
    await hub.call('GET /v1/callback', { token: 'signed' });
    tokens.push(String(hub.events.received.at(-1)!.headers['x-hub-caller']));
  }
  expect(new Set(tokens.slice(0, 3)).size).toBe(1);
  expect(tokens[3]).not.toBe(tokens[0]);
  const { payload } = await verifyToken(testVerifyingKeys, tokens[0]!, {
    issuer: 'gateway',
    audience: 'caller:events',
  });
  expect(payload.exp! - payload.iat!).toBe(60);
});
