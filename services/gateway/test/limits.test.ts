import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { openMetrics } from '@order-hub/shared/metrics';
import { serviceTokens } from '@order-hub/shared/service-token';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { testSigningKeys } from '@order-hub/testing/keys';
import { startRedis, type TestRedis } from '@order-hub/testing/redis';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { openRedis } from '../src/redis/open-redis.ts';
import { sharedCounter } from '../src/redis/shared-counter.ts';
import { type Hub, startHub } from './gateway.ts';
import { startRedisProxy } from './redis-proxy.ts';
import { connect } from './stand-ins.ts';

describe('requests of a connection', () => {
  let hub: Hub;
  let minutes = 0;
  /** Requests without a valid token; 600 is the usual limit. */
  const perAddress = sized(40, 600);
  beforeAll(async () => {
    // These tests are about rates: on a slow machine, concurrent requests may take long.
    const settings = { CONCURRENT_REQUESTS_WAIT_SECONDS: '300', RATE_LIMIT_ADDRESS_PER_MINUTE: String(perAddress) };
    hub = await startHub(settings);
  });
  afterAll(() => hub.close());
  beforeEach(() => {
    // Each test has its own day.
    minutes += 24 * 60;
    hub.clock.now = new Date(Date.parse('2026-03-02T10:20:05.000Z') + minutes * 60_000);
  });

  const count = (statuses: number[]) => ({
    passed: statuses.filter((status) => status === 200).length,
    refused: statuses.filter((status) => status === 429).length,
  });
  /** Sends requests, of which so many are under way at the same time. */
  const many = async (howMany: number, ask: (index: number) => ReturnType<Hub['call']>, atOnce = 100) => {
    const statuses: number[] = [];
    let sent = 0;
    const sendSome = async () => {
      while (sent < howMany) statuses.push((await ask(sent++)).status);
    };
    await Promise.all(Array.from({ length: Math.min(howMany, atOnce) }, sendSome));
    return statuses;
  };

  test('exactly as many concurrent ones pass as its limit says, and the first of the next minute', async () => {
    const [perMinute, sent] = sized([50, 60], [500, 600]);
    const few = await startHub({ CONCURRENT_REQUESTS_WAIT_SECONDS: '300', RATE_LIMIT_PER_MINUTE: String(perMinute) });
    connect(few.auth, 'crowd');
    const ask = () => few.call('GET /v1/location', { token: 'crowd' });
    expect(count(await many(sent, ask))).toEqual({ passed: perMinute, refused: sent - perMinute });
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      message: expect.stringContaining(`${perMinute} requests`),
      error_type: 'too_many_requests',
      limit: 'minute',
    });
    expect(refused.headers.get('retry-after')).toBe('55');
    expect(refused.headers.get('ratelimit')).toContain('"minute";r=0;t=55');
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    few.passSeconds(55);
    const next = await ask();
    expect(next.status).toBe(200);
    const left = `"minute";r=${perMinute - 1};t=60, "hour";r=${2_500 - perMinute - 1};`;
    expect(next.headers.get('ratelimit')).toContain(left);
    await few.close();
  });

  test('limits the hour and the day across minutes', async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_PER_HOUR: '12', RATE_LIMIT_PER_DAY: '20' };
    const small = await startHub(limits);
    connect(small.auth, 'long');
    const ask = () => small.call('GET /v1/callback', { token: 'long' });
    const askInMinutes = async (...minutesOfDay: number[]) => {
      const statuses: number[] = [];
      for (const minute of minutesOfDay) {
        small.clock.now = new Date(Date.UTC(2026, 2, 2, 0, minute, 30));
        for (let round = 0; round < 6; round += 1) statuses.push((await ask()).status);
      }
      return count(statuses).passed;
    };
    expect(await askInMinutes(600, 601, 602, 659)).toBe(5 + 5 + 2);
    expect((await ask()).headers.get('retry-after')).toBe('30');
    expect(await askInMinutes(660, 661)).toBe(5 + 3);
    expect((await ask()).headers.get('retry-after')).toBe(String((1440 - 661) * 60 - 30));
    expect(await askInMinutes(1439, 1440)).toBe(5);
    await small.close();
  });

  describe('high load queries', () => {
    test('share a limit of ten a minute, which does not limit other requests', async () => {
      connect(hub.auth, 'heavy');
      const routes = ['GET /v1/location/orders', 'GET /v1/catalogs/x', 'GET /v1/customer_lists/x/customers'];
      const statuses: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        for (const route of routes) statuses.push((await hub.call(route, { token: 'heavy' })).status);
      }
      expect(count(statuses)).toEqual({ passed: 10, refused: 2 });
      const light = await hub.call('GET /v1/catalogs/x?hide_data=true', { token: 'heavy' });
      expect(light.status).toBe(200);
      // The two refused requests are not counted.
      expect(light.headers.get('ratelimit')).toContain('"minute";r=489;');
      expect(light.headers.get('ratelimit-policy')).toBe(
        '"minute";q=500;w=60, "hour";q=2500;w=3600, "day";q=10000;w=86400',
      );
      hub.passSeconds(60);
      const next = await hub.call('GET /v1/location/orders', { token: 'heavy' });
      expect(next.status).toBe(200);
      expect(next.headers.get('ratelimit-policy')).toContain('"high-load";q=10;w=60');
    });

    test('count the same with a method override', async () => {
      connect(hub.auth, 'override');
      const asGet = { 'X-Http-Method-Override': 'GET' };
      const statuses: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        statuses.push((await hub.call('POST /v1/location/orders', { token: 'override', headers: asGet })).status);
      }
      expect(count(statuses)).toEqual({ passed: 10, refused: 2 });
    });
  });

  describe('requests without a valid token', () => {
    test('are limited by minute and address; requests with a valid token are not', async () => {
      connect(hub.auth, 'fine');
      await hub.call('GET /v1/location', { token: 'fine' });
      const before = hub.auth.asked.length;
      const statuses = await many(perAddress + 20, (index) =>
        hub.call('GET /v1/location', index % 2 ? { token: 'guess' } : {}),
      );
      expect(statuses.filter((status) => status === 401)).toHaveLength(perAddress);
      expect(count(statuses).refused).toBe(20);
      // All guesses of the same token shared one look-up.
      expect(hub.auth.asked.length - before).toBe(1);
      const guess = await hub.call('GET /v1/location', { token: 'another guess' });
      expect(guess.status).toBe(429);
      expect(guess.headers.get('retry-after')).toBe('55');
      expect((await hub.call('GET /v1/location', { token: 'fine' })).status).toBe(200);
      hub.passSeconds(60);
      expect((await hub.call('GET /v1/location', {})).status).toBe(401);
    });

    test('do not lock out good tokens from the same address, used or unused', async () => {
      connect(hub.auth, 'used');
      expect((await hub.call('GET /v1/location', { token: 'used' })).status).toBe(200);
      const guess = (index: number) => hub.call('GET /v1/location', { token: `guess ${index}` });
      // Fewer than are looked up at the same time: none waits for its turn, which may take too long on a busy machine.
      const statuses = await many(perAddress, guess, 20);
      // One after the other, because a look-up of such an address waits for two seconds at most.
      for (let index = 0; index < 20; index += 1) statuses.push((await guess(perAddress + index)).status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(perAddress);
      expect(count(statuses).refused).toBe(20);
      connect(hub.auth, 'unused');
      expect((await hub.call('GET /v1/location', { token: 'unused' })).status).toBe(200);
      // Now its connection is no longer cached.
      hub.passSeconds(31);
      const usualAnswer = hub.auth.answer!;
      const held: (() => void)[] = [];
      hub.auth.answer = (...request) => {
        if (held.length > 0) usualAnswer(...request);
        else held.push(() => usualAnswer(...request));
      };
      const more = many(sized(30, 300), (index) => guess(1000 + index));
      // The other guesses wait behind the first, and the token that was good before does not.
      await eventually(() => held.length > 0);
      const { status } = await hub.call('GET /v1/location', { token: 'used' });
      hub.auth.answer = usualAnswer;
      held[0]!();
      await more;
      expect(status).toBe(200);
    });

    test('cost auth one look-up at a time once their address has used up its minute', async () => {
      await many(perAddress, () => hub.call('GET /v1/location'));
      const usualAnswer = hub.auth.answer!;
      let [underWay, most] = [0, 0];
      hub.auth.answer = (req, res, body) => {
        most = Math.max(most, (underWay += 1));
        res.once('close', () => (underWay -= 1));
        usualAnswer(req, res, body);
      };
      connect(hub.auth, 'patient');
      // So few, because a look-up of such an address waits for two seconds at most.
      const guesses = Array.from({ length: 20 }, (_, index) =>
        hub.call('GET /v1/location', { token: `slow ${index}` }),
      );
      expect((await hub.call('GET /v1/location', { token: 'patient' })).status).toBe(200);
      expect(count((await Promise.all(guesses)).map(({ status }) => status)).refused).toBe(20);
      hub.auth.answer = usualAnswer;
      expect(most).toBe(1);
    });
  });
});

/** Requests to pages from one address (docs/api/limits.md#requests-to-pages). */
describe('requests to pages', () => {
  /** One a second: six at once, and five more that wait. */
  let hub: Hub;
  beforeAll(async () => {
    hub = await startHub({ RATE_LIMIT_PAGES_PER_MINUTE: '60', TRUST_PROXY: '1' });
  });
  afterAll(() => hub.close());

  const other = (perMinute: string) => startHub({ RATE_LIMIT_PAGES_PER_MINUTE: perMinute, TRUST_PROXY: '1' });
  const askFrom = ({ ask }: Hub, address: string, path = '/back-office/log-in', signal?: AbortSignal) =>
    ask(`GET ${path}`, { headers: { 'X-Forwarded-For': address }, signal });
  const from = (address: string, path?: string, signal?: AbortSignal) => askFrom(hub, address, path, signal);

  const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

  test('a burst is answered at once, the next requests wait for their turn, and one that would wait too long gets 429', async () => {
    const burst = await Promise.all(times(6, '1.1.1.1').map((address) => from(address)));
    expect(burst.map(({ status }) => status)).toEqual(times(6, 200));
    const leaving = new AbortController();
    const refused: (string | null)[] = [];
    const outcomes = times(8, '/docs').map(async (path) => {
      const { status, headers } = await from('1.1.1.1', path, leaving.signal);
      if (status === 429) refused.push(headers.get('retry-after'));
    });
    await eventually(() => refused.length === 3);
    expect(refused).toEqual(times(3, '5'));
    expect((await from('2.2.2.2')).status).toBe(200);
    leaving.abort();
    await Promise.allSettled(outcomes);
    hub.passSeconds(60);
    expect((await from('1.1.1.1')).status).toBe(200);
  });

  test('those who wait are answered in the end', async () => {
    // Five a second: 30 at once.
    const quick = await other('300');
    const answers = await Promise.all(times(32, '1.1.1.1').map((address) => askFrom(quick, address)));
    expect(answers.map(({ status }) => status)).toEqual(times(32, 200));
    await quick.close();
  });

  test('requests of the API do not count', async () => {
    const slow = await other('1');
    const ask = (path?: string) => askFrom(slow, '1.1.1.1', path);
    expect((await ask()).status).toBe(200);
    const api = await Promise.all(times(9, '/v1/callback').map((path) => ask(path)));
    expect(api.map(({ status }) => status)).toEqual(times(9, 401));
    expect((await ask()).status).toBe(429);
    await slow.close();
  });

  test('a request that its service refuses with 429 takes as much as ten', async () => {
    const usualAnswer = hub.auth.answer;
    hub.auth.answer = (_req, res) => void res.writeHead(429).end();
    await Promise.all(times(2, '3.3.3.3').map((address) => from(address)));
    hub.auth.answer = usualAnswer;
    const refused = await from('3.3.3.3');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await from('4.4.4.4')).status).toBe(200);
    hub.passSeconds(6 + 6);
    expect((await from('3.3.3.3')).status).toBe(200);
  });
});

/** What the requests of an account may cost (docs/api/limits.md#cost). */
describe('what requests cost', () => {
  const lines: string[] = [];
  let hub: Hub;
  beforeAll(async () => {
    const settings = { COST_SECONDS_PER_MINUTE: '6', COST_BURST_SECONDS: '10' };
    hub = await startHub(settings, openLog('gateway', 'warn', { write: (line: string) => void lines.push(line) }));
  });
  afterAll(() => hub.close());

  /** Accounts of the test, and the tokens of their connections. */
  let [greedy, modest] = ['', ''];
  let [costly, sameAccount, other] = ['', '', ''];
  const connectTo = (id: string) => {
    const token = newId();
    connect(hub.auth, token, { account: { id, currency: 'EUR' } });
    return token;
  };
  beforeEach(() => {
    [greedy, modest] = [newId(), newId()];
    [costly, sameAccount, other] = [connectTo(greedy), connectTo(greedy), connectTo(modest)];
  });

  const route = 'GET /v1/location/orders/o';
  /** The orders service reports this cost with each answer. */
  const reportCost = (ms: number) => {
    hub.orders.answer = (_req, res) => void res.setHeader('X-Hub-Cost', String(ms)).end('{}');
  };
  const ask = async (token: string) => hub.call(route, { token });
  /** Costs are charged when the response is closed, just after the client has it. */
  const untilRefused = (token: string) =>
    eventually(async () => {
      const answer = await ask(token);
      return answer.status === 429 && answer;
    });

  describe('an account whose requests cost more than its bucket has', () => {
    test('is refused before its service is asked, whichever connection it uses; others are served', async () => {
      reportCost(12_000);
      const first = await ask(costly);
      expect(first.status).toBe(200);
      expect(first.headers.get('x-hub-cost')).toBeNull();
      const refused = await untilRefused(sameAccount);
      const asked = hub.orders.received.length;
      expect(refused.body).toMatchObject({
        limit: 'cost',
        message: expect.stringContaining('cost more than 6 seconds of processor time a minute'),
        error_type: 'too_many_requests',
      });
      // It owes 2 seconds, and a few milliseconds for the requests themselves; each 100 ms take a second.
      expect(refused.headers.get('retry-after')).toBe('21');
      expect(refused.headers.get('ratelimit-policy')).toBe('"cost";q=6000;qu="milliseconds";w=60');
      expect(refused.headers.get('ratelimit')).toBe('"cost";r=0;t=21');
      expect((await ask(costly)).status).toBe(429);
      expect(hub.orders.received.length).toBe(asked);
      expect((await ask(other)).status).toBe(200);
    });

    test('is served again when the time has passed that the 429 named, and owes one burst at most', async () => {
      reportCost(1_000_000);
      await ask(costly);
      const refused = await untilRefused(costly);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(101);
      reportCost(1);
      hub.passSeconds(Number(refused.headers.get('retry-after')) - 2);
      expect((await ask(costly)).status).toBe(429);
      hub.passSeconds(3);
      expect((await ask(costly)).status).toBe(200);
    });

    test('is refused with its body unread', async () => {
      reportCost(12_000);
      await ask(costly);
      await untilRefused(costly);
      const head = `POST /v1/location/orders HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${costly}\r\nContent-Length: 60000\r\n\r\n`;
      const sender = hub.sendAndStay(head);
      await eventually(() => sender.received.includes('HTTP/1.1 429'));
      sender.destroy();
    });

    test('is in the log once a minute', async () => {
      reportCost(12_000);
      await ask(costly);
      await untilRefused(costly);
      await ask(costly);
      const logged = () =>
        lines
          .map((line) => JSON.parse(line))
          .filter(({ msg, payer_id }) => msg.includes('refused for the cost') && payer_id === greedy);
      expect(logged()).toMatchObject([{ level: 'warn', payer: 'account' }]);
      hub.passSeconds(60);
      reportCost(100_000);
      await ask(costly);
      await untilRefused(costly);
      expect(logged()).toHaveLength(2);
    });
  });

  test('bytes cost too, of requests and of responses', async () => {
    const mebibyte = 1_048_576;
    hub.orders.answer = (_req, res) => void res.end(JSON.stringify('x'.repeat(mebibyte)));
    await hub.call('GET /v1/location/orders/o', { token: other });
    const usage = await eventually(async () => (await usageOf(modest))?.hour);
    expect(usage.bytes_out).toBeGreaterThan(mebibyte);
    expect(usage.cost_ms).toBe(11);
  });

  test('an address without a token has a bucket of its own', async () => {
    await ask(other);
    const usualAnswer = hub.auth.answer;
    hub.auth.answer = (_req, res) => void res.setHeader('X-Hub-Cost', '12000').end('{}');
    expect((await hub.call('GET /oauth2/v1/authorize')).status).toBe(200);
    await eventually(async () => (await hub.call('GET /oauth2/v1/authorize')).status === 429);
    hub.auth.answer = usualAnswer;
    expect((await ask(other)).status).toBe(200);
  });

  const tokenFor = serviceTokens(testSigningKeys.auth, 'auth');
  async function listUsage() {
    const headers = { 'x-hub-service': await tokenFor('gateway') };
    const { body } = await hub.callInternal('POST /internal/usage', { headers, body: { count: 100 } });
    return body as { items: { kind: string; id: string; minute: Amounts; hour: Amounts }[] };
  }
  type Amounts = Record<'requests' | 'refused' | 'bytes_in' | 'bytes_out' | 'cost_ms', number>;
  const usageOf = async (id: string) => (await listUsage()).items.find((item) => item.id === id);

  test('auth can ask who used how much, those that cost most first', async () => {
    reportCost(12_000);
    await ask(costly);
    await untilRefused(costly);
    reportCost(1);
    await ask(other);
    hub.passSeconds(120);
    const items = await eventually(async () => {
      const listed = (await listUsage()).items.filter(({ id }) => id === greedy || id === modest);
      return listed.length === 2 && listed;
    });
    expect(items).toMatchObject([
      { kind: 'account', id: greedy, minute: { requests: 0 }, hour: { requests: expect.any(Number) } },
      { kind: 'account', id: modest, hour: { requests: 1, refused: 0 } },
    ]);
    expect(items[0]?.hour.refused).toBeGreaterThan(0);
    expect(items[0]?.hour.cost_ms).toBeGreaterThan(12_000);
    expect((await hub.callInternal('POST /internal/usage')).status).toBe(401);
  });
});

/** Several gateways with one Redis share their limits (docs/api/limits.md#rate-limits). */
const servers = await Promise.all([startRedis(), startRedis({ isCluster: true })]);
const missing = servers.find((server) => 'unavailable' in server);
const [redis, cluster] = servers as TestRedis[];
afterAll(() => Promise.all(servers.map(async (server) => 'stop' in server && server.stop())));

if (missing && process.env['CI'] === 'true') throw new Error(JSON.stringify(missing));
const describeWithRedis = missing ? describe.skip : describe;

/** Redis loses what it counted, as when it starts again. */
async function empty({ url }: TestRedis): Promise<void> {
  const socket = connectSocket(Number(new URL(url).port), new URL(url).hostname);
  socket.end('FLUSHALL\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toBe('+OK\r\n');
}

describeWithRedis('gateways with one Redis', () => {
  /** So long that a busy machine does not make Redis late. */
  const patient = { REDIS_TIMEOUT_SECONDS: '10', CONCURRENT_REQUESTS_WAIT_SECONDS: '300' };
  const opened: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });

  async function startGateways(
    howMany: number,
    settings: Record<string, string>,
    lines: string[] = [],
  ): Promise<Hub[]> {
    const log = openLog('gateway', 'info', { write: (line: string) => void lines.push(line) });
    const all = { REDIS_URL: redis!.url, ...patient, ...settings };
    const hubs = await Promise.all(Array.from({ length: howMany }, () => startHub(all, log)));
    opened.push(...hubs);
    return hubs;
  }

  /** One connection, known to all gateways. Returns its token. */
  function connectAt(hubs: Hub[], account_id = newId()): string {
    const token = newId();
    const connection_id = newId();
    for (const hub of hubs) connect(hub.auth, token, { connection_id, account: { id: account_id, currency: 'EUR' } });
    return token;
  }

  const ask = (hub: Hub, token?: string) => hub.call('GET /v1/location', token === undefined ? {} : { token });

  /** The statuses of requests one after another. */
  async function askTimes(howMany: number, hub: Hub, token?: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let round = 0; round < howMany; round += 1) statuses.push((await ask(hub, token)).status);
    return statuses;
  }

  const times = (howMany: number, status: number) => Array.from({ length: howMany }, () => status);

  test('three pass exactly their limit of concurrent requests of a connection', async () => {
    const [limit, sent] = sized([50, 60], [500, 600]);
    const hubs = await startGateways(3, { RATE_LIMIT_PER_MINUTE: String(limit) });
    const token = connectAt(hubs);
    const answers = await Promise.all(Array.from({ length: sent }, (_, index) => ask(hubs[index % 3]!, token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(sent - limit);
  });

  test('count a request in all windows or in none, and share each of them; and the limit of an address', async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_PER_HOUR: '5', RATE_LIMIT_ADDRESS_PER_MINUTE: '5' };
    const hubs = await startGateways(2, limits);
    const token = connectAt(hubs);
    const askBoth = async () => [...(await askTimes(3, hubs[0]!, token)), ...(await askTimes(2, hubs[1]!, token))];
    expect(await askBoth()).toEqual([200, 200, 200, 429, 429]);
    for (const hub of hubs) hub.passSeconds(60);
    expect(await askBoth()).toEqual([200, 200, 429, 429, 429]);
    const { headers } = await ask(hubs[0]!, token);
    expect(headers.get('ratelimit')).toContain('"minute";r=1;t=55, "hour";r=0;t=2335, "day";r=9995;');
    expect(headers.get('retry-after')).toBe('2335');
    // Without a token.
    expect(await askTimes(3, hubs[0]!)).toEqual(times(3, 401));
    expect(await askTimes(4, hubs[1]!)).toEqual([401, 401, 429, 429]);
    expect((await ask(hubs[0]!, 'unknown')).status).toBe(429);
    expect((await ask(hubs[0]!, connectAt(hubs))).status).toBe(200);
  });

  test('share what an account may cost', async () => {
    const hubs = await startGateways(2, { COST_SECONDS_PER_MINUTE: '6', COST_BURST_SECONDS: '10' });
    const account = newId();
    const [costly, other] = [connectAt(hubs, account), connectAt(hubs, account)];
    for (const hub of hubs) hub.orders.answer = (_req, res) => void res.setHeader('X-Hub-Cost', '6000').end('{}');
    expect((await hubs[0]!.call('GET /v1/location/orders/o', { token: costly })).status).toBe(200);
    expect((await hubs[1]!.call('GET /v1/location/orders/o', { token: costly })).status).toBe(200);
    for (const hub of hubs) hub.orders.answer = undefined;
    for (const hub of hubs) await eventually(async () => (await ask(hub, other)).status === 429);
    expect((await ask(hubs[0]!, connectAt(hubs))).status).toBe(200);
  });

  test('work with a Redis Cluster, which runs a script only on keys of one node', async () => {
    const hubs = await startGateways(2, { REDIS_URL: cluster!.url, REDIS_CLUSTER: 'true' });
    const token = connectAt(hubs);
    const list = (hub: Hub) => hub.call('GET /v1/location/orders', { token });
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) for (const hub of hubs) statuses.push((await list(hub)).status);
    expect(statuses).toEqual([...times(10, 200), 429, 429]);
    expect((await ask(hubs[1]!, connectAt(hubs))).status).toBe(200);
  });

  /** How many requests the connection has left in its minute, as the response to another one says. */
  const leftInMinute = async (hub: Hub, token: string) => {
    const { headers } = await ask(hub, token);
    return Number(/"minute";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };

  /** Uses connections of their own until one of them is counted for both gateways. */
  const untilShared = ([first, second]: Hub[]) =>
    eventually(async () => {
      const token = connectAt([first!, second!]);
      const left = await leftInMinute(first!, token);
      return (await leftInMinute(second!, token)) === left - 1;
    });

  test('when it is killed, each gateway counts on from what it knows; when it is back, they count together', async () => {
    const lines: string[] = [];
    const linesWith = (text: string) => lines.filter((line) => line.includes(text));
    const hubs = await startGateways(2, { RATE_LIMIT_PER_MINUTE: '10' }, lines);
    const [first, second] = hubs as [Hub, Hub];
    const token = connectAt(hubs);
    expect(await askTimes(4, first, token)).toEqual(times(4, 200));
    expect(await askTimes(4, second, token)).toEqual(times(4, 200));
    await redis!.kill();
    expect(await askTimes(4, second, token)).toEqual([200, 200, 429, 429]);
    expect(await askTimes(7, first, token)).toEqual([...times(6, 200), 429]);
    expect(linesWith('Redis does not answer')).toHaveLength(2);
    await redis!.start();
    await untilShared(hubs);
    expect(linesWith('Redis answers again')).not.toHaveLength(0);
    expect((await ask(first, token)).status).toBe(429);
    expect(linesWith('Redis does not answer')).toHaveLength(2);
  });

  test('a Redis that lost its counts grants nothing a second time', async () => {
    const hubs = await startGateways(2, { RATE_LIMIT_PER_MINUTE: '10' });
    const [first, second] = hubs as [Hub, Hub];
    const token = connectAt(hubs);
    expect(await askTimes(8, first, token)).toEqual(times(8, 200));
    await empty(redis!);
    expect((await ask(first, token)).status).toBe(200);
    expect(await askTimes(2, second, token)).toEqual([200, 429]);
  });
});

/** As the gateways above count when it is killed. */
describeWithRedis('a Redis that accepts and never answers', () => {
  const window = { name: 'minute', seconds: 60, limit: 5 };
  const nowMs = Date.parse('2026-03-02T10:20:05.000Z');

  test('stops no count, at the start and later; when it answers again, it counts', async () => {
    const proxy = await startRedisProxy(redis!.url);
    const lines: string[] = [];
    const log = openLog('gateway', 'info', { write: (line: string) => void lines.push(line) });
    const warnings = () => lines.filter((line) => line.includes('Redis does not answer'));
    proxy.block();
    const opened = await openRedis({
      ...{ url: proxy.url, isCluster: false, log, metrics: openMetrics() },
      ...{ timeoutMs: 50, silentMs: 250 },
    });
    const counter = sharedCounter(opened);
    const take = async (key: string) => (await counter.take(key, [window], nowMs)).isGranted;
    const takeSix = async () => {
      const key = newId();
      const granted: boolean[] = [];
      for (let round = 0; round < 6; round += 1) granted.push(await take(key));
      return granted;
    };
    const untilItCounts = () =>
      eventually(async () => (await opened.run('takeRequest', [newId()], ['0', '9', '60'])) !== undefined);
    const five = [true, true, true, true, true, false];

    expect(await takeSix()).toEqual(five);
    expect(warnings()).toHaveLength(1);
    proxy.unblock();
    await untilItCounts();
    proxy.block();
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => take(newId())))).not.toContain(false);
    expect(await takeSix()).toEqual(five);
    proxy.unblock();
    await untilItCounts();
    opened.close();
    await proxy.close();
  });
});
