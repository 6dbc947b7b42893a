import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import { silentLog } from '@order-hub/shared/log';
import { signServiceToken } from '@order-hub/shared/service-token';
import { verifyToken } from '@order-hub/shared/verify-token';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { keysOf, testSigningKeys, testVerifyingKeys } from '@order-hub/testing/keys';
import { startReportingUses } from '../src/callers/connection-uses.ts';
import { type LookupCache, lookupCache } from '../src/callers/lookup-cache.ts';
import { type Hub, startHub } from './gateway.ts';
import { connect, digestOf, type StandInAuth, startAuth, startUpstream } from './stand-ins.ts';

describe('authenticating', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await startHub();
  });
  afterAll(() => hub.close());

  /** Delivers a message as another service does. */
  async function deliver(topic: string, body: object, key = newId()) {
    const token = await signServiceToken(testSigningKeys.auth, 'auth', 'gateway');
    const answer = await hub.callInternal('POST /internal/messages', {
      headers: { 'x-hub-service': token },
      body: { messages: [{ id: newId(), topic, key, version: 1, body }] },
    });
    expect([answer.status, answer.body]).toEqual([200, { rejected: [] }]);
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
      expect((await hub.callInternal('POST /internal/messages', { body: {} })).status).toBe(401);
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

    /** What the orders service was told last of who is calling. */
    function callerOfLast() {
      const [, claims = ''] = String(hub.orders.received.at(-1)!.headers['x-hub-caller']).split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()).caller;
    }

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
      expect(callerOfLast()).toEqual({ ...caller, location: { id: locationId, timezone } });
    });

    test('moves to another timezone: the next request carries it, with an account connection too', async () => {
      const bound = connect(hub.auth, 'moved bound');
      const [accountId, locationId] = [bound.account!.id, bound.location_id!];
      connect(hub.auth, 'moved account', { account: bound.account, location_id: null });
      const path = `POST /v1/locations/${locationId}/orders`;
      const timezoneOf = async (token: string) => {
        expect((await hub.call(path, { token, body: {} })).status).toBe(200);
        return callerOfLast().location.timezone;
      };
      const tokens = ['moved bound', 'moved account'];
      for (const timezone of ['Europe/Paris', 'Asia/Tokyo', 'Europe/Paris']) {
        hub.auth.locations.set(`${accountId}/${locationId}`, { id: locationId, timezone, suspended: false });
        hub.auth.tokens.get('moved bound')!.caller.location = { id: locationId, timezone };
        await deliver('location', { id: locationId, account_id: accountId, timezone });
        for (const token of tokens) expect([token, await timezoneOf(token)]).toEqual([token, timezone]);
      }
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
});

describe('without auth', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await startHub();
  });
  afterAll(() => hub.close());

  test('while auth is unavailable, recently used connections are served, others get 503 with Retry-After', async () => {
    connect(hub.auth, 'known');
    expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(200);
    await hub.auth.close();
    expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(200);
    hub.passSeconds(60);
    expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(200);
    const stranger = await hub.call('GET /v1/callback', { token: 'new' });
    expect(stranger).toMatchObject({ status: 503, body: { error_type: 'service_unavailable' } });
    expect(stranger.headers.get('retry-after')).toBe('2');
    expect(stranger.headers.get('access-control-allow-origin')).toBe('*');
    hub.passSeconds(10 * 60);
    expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(503);
    const ready = await hub.call('GET /ready');
    expect(ready).toMatchObject({ status: 200, body: { ready: true, degraded: ['auth'] } });
    expect(await hub.call('GET /health')).toMatchObject({ status: 200, body: { status: 'alive' } });
  });
});

describe('the cache of look-ups', () => {
  type Value = { name: string; isFound: boolean };

  const good: Value = { name: 'good', isFound: true };
  const bad: Value = { name: 'bad', isFound: false };

  let nowMs: number;
  let asked: string[];
  let answer: (key: string) => Promise<Value>;
  let cache: LookupCache<Value>;

  beforeEach(() => {
    nowMs = Date.parse('2026-03-02T10:20:00Z');
    asked = [];
    answer = async () => good;
    cache = lookupCache<Value>({
      ask(key) {
        asked.push(key);
        return answer(key);
      },
      isFound: ({ isFound }) => isFound,
      max: 100,
      now: () => new Date(nowMs),
    });
  });

  const passSeconds = (seconds: number) => (nowMs += seconds * 1000);
  const lookUp = async (key: string) => cache.get(key) ?? cache.fetch(key);
  const isDown = async () => Promise.reject(new Error('down'));

  /** Delays the next answer until the returned function is called. */
  function delayAnswer() {
    let resolve: (value: Value) => void = () => undefined;
    const delayed = new Promise<Value>((resolveDelayed) => (resolve = resolveDelayed));
    answer = () => delayed;
    return resolve;
  }

  describe('how long an answer is cached', () => {
    test.each([
      ['what was found', good, 30],
      ['what was not found', bad, 2],
    ])('%s: %j for %d seconds', async (_name, value, seconds) => {
      answer = async () => value;
      expect(await lookUp('key')).toBe(value);
      passSeconds(seconds - 0.1);
      expect(cache.get('key')).toBe(value);
      passSeconds(0.2);
      expect(cache.get('key')).toBeUndefined();
      await lookUp('key');
      expect(asked).toHaveLength(2);
    });

    test('a value that no longer exists is replaced by the answer that says so', async () => {
      await lookUp('key');
      passSeconds(31);
      answer = async () => bad;
      expect(await lookUp('key')).toBe(bad);
      expect(cache.get('key')).toBe(bad);
      passSeconds(3);
      answer = isDown;
      await expect(lookUp('key')).rejects.toThrow('down');
    });

    test('guessing keys evicts nothing that was found', async () => {
      await lookUp('key');
      answer = async () => bad;
      const guesses = sized(200, 11_000);
      await Promise.all(Array.from({ length: guesses }, (_, index) => lookUp(`guess ${index}`)));
      passSeconds(29);
      expect(cache.get('key')).toBe(good);
    });
  });

  test('concurrent fetches of one key share a call', async () => {
    const resolve = delayAnswer();
    const all = Promise.all(Array.from({ length: 5 }, () => lookUp('key')));
    resolve(good);
    expect(await all).toEqual(Array.from({ length: 5 }, () => good));
    expect(asked).toEqual(['key']);
  });

  describe('a deleted key', () => {
    const deletions: [string, () => void][] = [
      ['by name', () => cache.delete('key')],
      ['by value', () => cache.deleteWhere(({ name }) => name === 'good')],
      ['with all others', () => cache.clear()],
    ];

    test.each(deletions)('%s: is looked up again', async (_name, deleteIt) => {
      await lookUp('key');
      deleteIt();
      expect(cache.get('key')).toBeUndefined();
      passSeconds(31);
      answer = isDown;
      await expect(lookUp('key')).rejects.toThrow('down');
    });

    test.each(deletions)('%s during its look-up: the answer is returned, but not cached', async (_name, deleteIt) => {
      const resolve = delayAnswer();
      const early = lookUp('key');
      deleteIt();
      const newer = { ...good };
      answer = async () => newer;
      expect(await lookUp('key')).toBe(newer);
      resolve(good);
      expect(await early).toBe(good);
      expect(cache.get('key')).toBe(newer);
    });

    test('by value while stale: is not served', async () => {
      await lookUp('key');
      passSeconds(31);
      cache.deleteWhere(() => true);
      answer = isDown;
      await expect(lookUp('key')).rejects.toThrow('down');
    });

    test('by value: the other keys stay', async () => {
      await lookUp('key');
      answer = async () => ({ name: 'other', isFound: true });
      await lookUp('other');
      cache.deleteWhere(({ name }) => name === 'other');
      expect([cache.get('key'), cache.get('other')]).toEqual([good, undefined]);
    });
  });

  describe('while asking fails', () => {
    test('a found value is served for five minutes more, and looked up at most once a second', async () => {
      await lookUp('key');
      answer = isDown;
      passSeconds(31);
      expect(await Promise.all([lookUp('key'), lookUp('key')])).toEqual([good, good]);
      expect(await lookUp('key')).toBe(good);
      passSeconds(0.9);
      expect(await lookUp('key')).toBe(good);
      expect(asked).toHaveLength(2);
      passSeconds(0.2);
      expect(await lookUp('key')).toBe(good);
      expect(asked).toHaveLength(3);
      passSeconds(297);
      expect(await lookUp('key')).toBe(good);
      passSeconds(2);
      await expect(lookUp('key')).rejects.toThrow('down');
    });

    test('a key that was never found throws, and the next fetch asks again', async () => {
      answer = isDown;
      await expect(lookUp('key')).rejects.toThrow('down');
      answer = async () => good;
      expect(await lookUp('key')).toBe(good);
    });

    test('the next answer is cached as usual', async () => {
      await lookUp('key');
      answer = isDown;
      passSeconds(31);
      await lookUp('key');
      const newer = { ...good };
      answer = async () => newer;
      passSeconds(2);
      expect(await lookUp('key')).toBe(newer);
      passSeconds(29);
      expect(cache.get('key')).toBe(newer);
    });
  });
});

/** When connections were used: the gateway remembers it and reports it to auth. */
describe('uses of connections', () => {
  const at = (second: number) => Date.parse('2026-03-02T10:20:00.000Z') + second * 1000;
  const time = (second: number) => new Date(at(second)).toISOString();
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  const opened = <Closable extends { close(): unknown }>(closable: Closable): Closable => {
    closers.push(() => closable.close());
    return closable;
  };

  test('a gateway that stops reports the last use of each connection, and nothing for requests without one', async () => {
    const hub = opened(await startHub());
    const till = connect(hub.auth, 'till');
    const kiosk = connect(hub.auth, 'kiosk');
    await hub.call('GET /v1/callback', { token: 'till' });
    hub.passSeconds(10);
    await hub.call('GET /v1/callback', { token: 'kiosk' });
    await hub.call('GET /v1/callback', { token: 'till' });
    hub.passSeconds(10);
    await hub.call('GET /v1/callback', { token: 'nobody' });
    await hub.call('GET /oauth2/v1/authorize');
    expect(hub.auth.reports).toEqual([]);
    await hub.close();
    closers.pop();
    expect(hub.auth.reports).toHaveLength(1);
    expect(new Map(hub.auth.reports[0]?.map(({ connection_id, used_at }) => [connection_id, used_at]))).toEqual(
      new Map([
        [till.connection_id, time(15)],
        [kiosk.connection_id, time(15)],
      ]),
    );
  });

  describe('reporting', () => {
    const everyMs = 20;
    const startWith = (auth: Pick<StandInAuth, 'url'>, reportEveryMs = everyMs) => {
      const { ask } = opened(
        internalClient({
          from: 'gateway',
          addresses: { auth: auth.url },
          ...keysOf('gateway'),
          log: silentLog,
        }),
      );
      return opened(startReportingUses(ask, silentLog, reportEveryMs));
    };

    test('goes on, and repeats a connection only after it was used again', async () => {
      const auth = opened(await startAuth());
      const { note } = startWith(auth);
      note('till', at(1));
      await eventually(() => auth.reports.length === 1);
      note('kiosk', at(2));
      await eventually(() => auth.reports.length === 2);
      note('till', at(3));
      await eventually(() => auth.reports.length === 3);
      expect(auth.reports.map((uses) => uses.map(({ connection_id }) => connection_id))).toEqual([
        ['till'],
        ['kiosk'],
        ['till'],
      ]);
    });

    test('sends a failed report again, with the latest times', async () => {
      const auth = opened(await startUpstream('auth'));
      const { note } = startWith(auth);
      auth.answer = (_req, res) => void res.writeHead(503).end('{}');
      note('till', at(1));
      note('kiosk', at(1));
      await eventually(() => auth.received.length >= 2);
      note('till', at(5));
      const reported = new Map<string, string>();
      auth.answer = (_req, res, body) => {
        for (const { connection_id, used_at } of JSON.parse(body).uses) reported.set(connection_id, used_at);
        res.end('{}');
      };
      // The report that was under way while the latest use was noted may succeed first.
      await eventually(() => reported.get('till') === time(5));
      expect(reported.get('kiosk')).toBe(time(1));
    });

    test('sends a thousand uses per call, and remembers ten thousand connections at most', async () => {
      const auth = opened(await startAuth());
      const uses = startWith(auth, 600_000);
      for (let n = 0; n < 10_500; n += 1) uses.note(`connection${n}`, at(n % 60));
      uses.note('connection0', at(59));
      await uses.close();
      expect(auth.reports.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1_000));
      const reported = new Map(auth.reports.flat().map(({ connection_id, used_at }) => [connection_id, used_at]));
      expect(reported.size).toBe(10_000);
      expect(reported.get('connection0')).toBe(time(59));
      expect(reported.has('connection10001')).toBe(false);
    });
  });
});
