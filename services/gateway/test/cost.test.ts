/** What the requests of an account may cost (docs/api/limits.md#cost). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { serviceTokens } from '@order-hub/shared/service-token';
import { eventually } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

let hub: Hub;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const settings = { COST_SECONDS_PER_MINUTE: '6', COST_BURST_SECONDS: '10', LOG_LEVEL: 'warn' };
  hub = await startHub(settings, openLog('gateway', 'warn', { write: (line: string) => void lines.push(line) }));
  connect(hub.auth, 'costly', { account: { id: 'greedy', currency: 'EUR' } });
  connect(hub.auth, 'same account', { account: { id: 'greedy', currency: 'EUR' } });
  connect(hub.auth, 'other', { account: { id: 'modest', currency: 'EUR' } });
});
afterEach(() => hub.close());

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
    const first = await ask('costly');
    expect(first.status).toBe(200);
    expect(first.headers.get('x-hub-cost')).toBeNull();
    const refused = await untilRefused('same account');
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
    expect((await ask('costly')).status).toBe(429);
    expect(hub.orders.received.length).toBe(asked);
    expect((await ask('other')).status).toBe(200);
  });

  test('is served again when the time has passed that the 429 named, and owes one burst at most', async () => {
    reportCost(1_000_000);
    await ask('costly');
    const refused = await untilRefused('costly');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(101);
    reportCost(1);
    hub.passSeconds(Number(refused.headers.get('retry-after')) - 2);
    expect((await ask('costly')).status).toBe(429);
    hub.passSeconds(3);
    expect((await ask('costly')).status).toBe(200);
  });

  test('is refused with its body unread', async () => {
    reportCost(12_000);
    await ask('costly');
    await untilRefused('costly');
    const head =
      'POST /v1/location/orders HTTP/1.1\r\nHost: x\r\nX-Access-Token: costly\r\nContent-Length: 60000\r\n\r\n';
    const sender = hub.sendAndStay(head);
    await eventually(() => sender.received.includes('HTTP/1.1 429'));
    sender.destroy();
  });

  test('is in the log once a minute', async () => {
    reportCost(12_000);
    await ask('costly');
    await untilRefused('costly');
    await ask('costly');
    const logged = () =>
      lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes('refused for the cost'));
    expect(logged()).toMatchObject([{ level: 'warn', payer: 'account', payer_id: 'greedy' }]);
    hub.passSeconds(60);
    reportCost(100_000);
    await ask('costly');
    await untilRefused('costly');
    expect(logged()).toHaveLength(2);
  });
});

test('bytes cost too, of requests and of responses', async () => {
  const mebibyte = 1_048_576;
  hub.orders.answer = (_req, res) => void res.end(JSON.stringify('x'.repeat(mebibyte)));
  await hub.call('GET /v1/location/orders/o', { token: 'other' });
  const usage = await eventually(async () => (await usageOf('modest'))?.hour);
  expect(usage.bytes_out).toBeGreaterThan(mebibyte);
  expect(usage.cost_ms).toBe(11);
});

test('an address without a token has a bucket of its own', async () => {
  await ask('other');
  hub.auth.answer = (_req, res) => void res.setHeader('X-Hub-Cost', '12000').end('{}');
  expect((await hub.call('GET /oauth2/v1/authorize')).status).toBe(200);
  await eventually(async () => (await hub.call('GET /oauth2/v1/authorize')).status === 429);
  expect((await ask('other')).status).toBe(200);
});

const tokenFor = serviceTokens(testSigningKeys.auth, 'auth');
async function listUsage() {
  const response = await fetch(`http://127.0.0.1:${hub.internalPort}/internal/usage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-service': await tokenFor('gateway') },
    body: '{"count":2}',
  });
  return (await response.json()) as { items: { kind: string; id: string; minute: Amounts; hour: Amounts }[] };
}
type Amounts = Record<'requests' | 'refused' | 'bytes_in' | 'bytes_out' | 'cost_ms', number>;
const usageOf = async (id: string) => (await listUsage()).items.find((item) => item.id === id);

test('auth can ask who used how much, those that cost most first', async () => {
  reportCost(12_000);
  await ask('costly');
  await untilRefused('costly');
  reportCost(1);
  await ask('other');
  hub.passSeconds(120);
  const items = await eventually(async () => {
    const listed = (await listUsage()).items;
    return listed.length === 2 && listed;
  });
  expect(items).toMatchObject([
    { kind: 'account', id: 'greedy', minute: { requests: 0 }, hour: { requests: expect.any(Number) } },
    { kind: 'account', id: 'modest', hour: { requests: 1, refused: 0 } },
  ]);
  expect(items[0]?.hour.refused).toBeGreaterThan(0);
  expect(items[0]?.hour.cost_ms).toBeGreaterThan(12_000);
  const anyone = await fetch(`http://127.0.0.1:${hub.internalPort}/internal/usage`, { method: 'POST' });
  expect(anyone.status).toBe(401);
});
