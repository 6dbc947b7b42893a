/** How accounts share the connections to a service (docs/api/limits.md#large-requests, #concurrent-requests). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { eventually } from '@order-hub/testing/call';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

const settings = {
  CONCURRENT_REQUESTS_PER_ACCOUNT: '4',
  LARGE_REQUESTS_PER_SERVICE: '3',
  LARGE_REQUESTS_PER_ACCOUNT: '2',
  LARGE_REQUESTS_WAIT_SECONDS: '0.5',
  LARGE_REQUESTS_PAUSE: '0',
};
let hub: Hub;
let waiting: { account: string; res: ServerResponse }[];

async function start(overrides: Record<string, string> = {}) {
  hub = await startHub({ ...settings, ...overrides });
  waiting = [];
  for (const account of ['a', 'b', 'c']) connect(hub.auth, account, { account: { id: account, currency: 'EUR' } });
  // The path names the account, so that the service can tell whose request it has.
  hub.catalog.answer = ({ url = '' }, res) => void waiting.push({ account: url.charAt('/catalogs/'.length), res });
}
beforeEach(() => start());
afterEach(async () => {
  for (const { res } of waiting) res.destroy();
  await hub.close();
});

const large = (account: string) => hub.call(`GET /v1/catalogs/${account}/products`, { token: account });
/** A client that can give up. */
const impatient = (account: string) =>
  hub.sendAndStay(`GET /v1/catalogs/${account}/products HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${account}\r\n\r\n`);
const small = (account: string) => hub.call(`GET /v1/catalogs/${account}/products/p`, { token: account });
const answerAll = () => waiting.splice(0).forEach(({ res }) => res.end('{}'));
const accounts = () => waiting.map(({ account }) => account).sort();

describe('large requests', () => {
  test('of one account take only its share, and delay no small request', async () => {
    const all = [large('a'), large('a'), large('a')];
    await eventually(() => waiting.length === 2);
    const others = [large('b'), small('a')];
    await eventually(() => waiting.length === 4);
    expect(accounts()).toEqual(['a', 'a', 'a', 'b']);
    answerAll();
    await eventually(() => waiting.length === 1);
    answerAll();
    for (const answer of await Promise.all([...all, ...others])) expect(answer.status).toBe(200);
  });

  test('of an account that has many waiting let those of another pass in turn', async () => {
    const held = [large('a'), large('b'), large('b')];
    await eventually(() => waiting.length === 3);
    const many = [1, 2, 3, 4].map(() => large('b'));
    const few = large('c');
    await eventually(() => hub.catalog.open.size === 3);
    answerAll();
    await eventually(() => waiting.length === 3);
    expect(accounts()).toContain('c');
    answerAll();
    await eventually(() => waiting.length === 2);
    answerAll();
    for (const answer of await Promise.all([...held, ...many, few])) expect(answer.status).toBe(200);
  });

  test('wait; those of an account over its share get 429, those over the share of all 503', async () => {
    const held = [large('a'), large('a'), large('b')];
    await eventually(() => waiting.length === 3);
    const [own, all] = await Promise.all([large('a'), large('c')]);
    expect([own.status, own.body.message]).toEqual([429, expect.stringContaining('At most 2 such requests')]);
    expect(own.headers.get('retry-after')).toBe('1');
    expect([all.status, all.body.error_type]).toEqual([503, 'service_unavailable']);
    answerAll();
    await Promise.all(held);
  });

  test('of an account are fewer for a while after one whose client gave up, though it was short', async () => {
    await hub.close();
    await start({ LARGE_REQUESTS_PER_ACCOUNT: '1', LARGE_REQUESTS_PAUSE: '1' });
    const first = large('a');
    await eventually(() => waiting.length === 1);
    const second = impatient('a');
    answerAll();
    await first;
    await eventually(() => waiting.length === 1);
    second.destroy();
    await eventually(() => hub.catalog.open.size === 0);
    expect((await large('a')).status).toBe(429);
  });

  test('with large bodies delay no long list', async () => {
    const upload = (account: string) =>
      hub.call(`PUT /v1/catalogs/${account}`, { token: account, body: 'x'.repeat(70_000) });
    const uploads = [upload('a'), upload('a'), upload('b')];
    await eventually(() => waiting.length === 3);
    const lists = [large('a'), large('c')];
    await eventually(() => waiting.length === 5);
    answerAll();
    for (const answer of await Promise.all([...uploads, ...lists])) expect(answer.status).toBe(200);
  });

  test.each([
    ['a body over 64 KiB', { body: 'x'.repeat(70_000) }, 'POST /v1/location/orders'],
    ['a high load query', {}, 'GET /v1/location/orders'],
  ])('are those with %s', async (_what, options, route) => {
    hub.orders.answer = (_req, res) => void waiting.push({ account: 'a', res });
    const all = [1, 2, 3].map(() => hub.call(route, { token: 'a', ...options }));
    const refused = await Promise.race(all);
    expect([refused.status, waiting.length]).toEqual([429, 2]);
    answerAll();
    await Promise.all(all);
  });
});

test('small requests of one account take its share of the connections, and no more', async () => {
  const held = [1, 2, 3, 4].map(() => small('a'));
  await eventually(() => waiting.length === 4);
  const refused = small('a');
  const other = small('b');
  await eventually(() => waiting.length === 5);
  expect((await refused).status).toBe(429);
  answerAll();
  expect((await other).status).toBe(200);
  await Promise.all(held);
});

test('clients that give up at a slot, or while their service works, leave every slot free', async () => {
  for (let round = 0; round < 20; round += 1) {
    const clients = ['a', 'a', 'a', 'b', 'b', 'c'].map(impatient);
    await eventually(() => waiting.length >= 3);
    for (const { destroy } of clients) destroy();
    await eventually(() => hub.catalog.open.size === 0);
    waiting.length = 0;
  }
  const all = [large('a'), large('a'), large('b')];
  await eventually(() => waiting.length === 3);
  answerAll();
  for (const answer of await Promise.all(all)) expect(answer.status).toBe(200);
});
