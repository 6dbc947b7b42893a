/** Several gateways with one Redis share their limits (docs/api/limits.md#rate-limits). */
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { startRedis, type TestRedis } from '@order-hub/testing/redis';
import { type Hub, startHub } from './gateway.ts';
import { startRedisProxy } from './redis-proxy.ts';
import { connect } from './stand-ins.ts';

const servers = [await startRedis(), await startRedis({ isCluster: true })];
const missing = servers.find((server) => 'unavailable' in server);
const [redis, cluster] = servers as TestRedis[];
afterAll(() => Promise.all(servers.map(async (server) => 'stop' in server && server.stop())));

/** So long that a busy machine does not make Redis late. */
const patient = { REDIS_TIMEOUT_SECONDS: '10' };
const slow = { CONCURRENT_REQUESTS_WAIT_SECONDS: '300', IDLE_SOCKETS_PER_ADDRESS: '2000' };
const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function startGateways(howMany: number, settings: Record<string, string>, lines: string[] = []): Promise<Hub[]> {
  const log = openLog('gateway', 'info', { write: (line: string) => void lines.push(line) });
  const all = { REDIS_URL: redis!.url, ...patient, ...slow, ...settings };
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
  }, 60_000);

const warnings = (lines: string[]) => lines.filter((line) => line.includes('Redis does not answer'));

if (missing && process.env['CI'] === 'true') throw new Error(JSON.stringify(missing));
const describeWithRedis = missing ? describe.skip : describe;

describeWithRedis('gateways with one Redis', () => {
  test('three pass exactly 500 of 600 concurrent requests of a connection', async () => {
    const hubs = await startGateways(3, {});
    const token = connectAt(hubs);
    const answers = await Promise.all(Array.from({ length: 600 }, (_, index) => ask(hubs[index % 3]!, token)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(500);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  });

  test('count a request in all windows or in none, and share each of them', async () => {
    const hubs = await startGateways(2, { RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_PER_HOUR: '5' });
    const token = connectAt(hubs);
    const askBoth = async () => [...(await askTimes(3, hubs[0]!, token)), ...(await askTimes(2, hubs[1]!, token))];
    expect(await askBoth()).toEqual([200, 200, 200, 429, 429]);
    for (const hub of hubs) hub.passSeconds(60);
    expect(await askBoth()).toEqual([200, 200, 429, 429, 429]);
    const { headers } = await ask(hubs[0]!, token);
    expect(headers.get('ratelimit')).toContain('"minute";r=1;t=55, "hour";r=0;t=2335, "day";r=9995;');
    expect(headers.get('retry-after')).toBe('2335');
  });

  test('share the limit of an address without a token', async () => {
    const hubs = await startGateways(2, { RATE_LIMIT_ADDRESS_PER_MINUTE: '5' });
    expect(await askTimes(3, hubs[0]!)).toEqual(times(3, 401));
    expect(await askTimes(4, hubs[1]!)).toEqual([401, 401, 429, 429]);
    expect((await ask(hubs[0]!, 'unknown')).status).toBe(429);
    expect((await ask(hubs[0]!, connectAt(hubs))).status).toBe(200);
  });

  test('share what an account may cost', async () => {
    const hubs = await startGateways(2, { COST_SECONDS_PER_MINUTE: '6', COST_BURST_SECONDS: '10' });
    const account = newId();
    const [costly, other] = [connectAt(hubs, account), connectAt(hubs, account)];
    for (const hub of hubs) reportCost(hub, 6_000);
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
});

/** The orders service reports this cost. */
function reportCost(hub: Hub, ms: number): void {
  hub.orders.answer = (_req, res) => void res.setHeader('X-Hub-Cost', String(ms)).end('{}');
}

describeWithRedis('without an answer of Redis', () => {
  test('when it is killed, each gateway counts on from what it knows; when it is back, they count together', async () => {
    const lines: string[] = [];
    const hubs = await startGateways(2, { RATE_LIMIT_PER_MINUTE: '10' }, lines);
    const [first, second] = hubs as [Hub, Hub];
    const token = connectAt(hubs);
    expect(await askTimes(4, first, token)).toEqual(times(4, 200));
    expect(await askTimes(4, second, token)).toEqual(times(4, 200));
    await redis!.kill();
    expect(await askTimes(4, second, token)).toEqual([200, 200, 429, 429]);
    expect(await askTimes(7, first, token)).toEqual([...times(6, 200), 429]);
    expect(warnings(lines)).toHaveLength(2);
    await redis!.start();
    await untilShared(hubs);
    expect(lines.filter((line) => line.includes('Redis answers again'))).not.toHaveLength(0);
    expect((await ask(first, token)).status).toBe(429);
    expect(warnings(lines)).toHaveLength(2);
  });

  test('a Redis that lost its counts grants nothing a second time', async () => {
    const hubs = await startGateways(2, { RATE_LIMIT_PER_MINUTE: '10' });
    const [first, second] = hubs as [Hub, Hub];
    const token = connectAt(hubs);
    expect(await askTimes(8, first, token)).toEqual(times(8, 200));
    await redis!.kill();
    await redis!.start();
    await untilShared(hubs);
    expect((await ask(first, token)).status).toBe(200);
    expect(await askTimes(2, second, token)).toEqual([200, 429]);
  });

  test('requests are served and limited if it accepts and never answers, at the start and later', async () => {
    const proxy = await startRedisProxy(redis!.url);
    opened.push(proxy);
    proxy.block();
    const lines: string[] = [];
    const settings = { REDIS_URL: proxy.url, REDIS_TIMEOUT_SECONDS: '0.05', RATE_LIMIT_PER_MINUTE: '5' };
    const [hub, other] = (await startGateways(2, settings, lines)) as [Hub, Hub];
    expect(await askTimes(7, hub, connectAt([hub]))).toEqual([...times(5, 200), 429, 429]);
    proxy.unblock();
    await untilShared([hub, other]);
    proxy.block();
    const answers = await Promise.all(times(7, 0).map(() => ask(hub, connectAt([hub]))));
    expect(answers.map(({ status }) => status)).toEqual(times(7, 200));
    expect(await askTimes(7, hub, connectAt([hub]))).toEqual([...times(5, 200), 429, 429]);
    expect(warnings(lines)).toHaveLength(2);
    proxy.unblock();
    await untilShared([hub, other]);
  });
});
