/** Requests to pages from one address (docs/api/limits.md#requests-to-pages). */
import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { startHub } from './gateway.ts';

let hub: Awaited<ReturnType<typeof startHub>>;
afterEach(() => hub.close());

/** One a second: six at once, and five more that wait. */
const start = async (settings = {}) => {
  hub = await startHub({ RATE_LIMIT_PAGES_PER_MINUTE: '60', TRUST_PROXY: '1', ...settings });
};

const from = (address: string, path = '/back-office/log-in', signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${hub.port}${path}`, { headers: { 'X-Forwarded-For': address }, ...(signal && { signal }) });

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

test('a burst is answered at once, the next requests wait for their turn, and one that would wait too long gets 429', async () => {
  await start();
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
  await start({ RATE_LIMIT_PAGES_PER_MINUTE: '600' });
  const answers = await Promise.all(times(70, '1.1.1.1').map((address) => from(address)));
  expect(answers.map(({ status }) => status)).toEqual(times(70, 200));
});

test('requests of the API do not count', async () => {
  await start({ RATE_LIMIT_PAGES_PER_MINUTE: '1' });
  expect((await from('1.1.1.1')).status).toBe(200);
  const api = await Promise.all(times(9, '1.1.1.1').map((address) => from(address, '/v1/callback')));
  expect(api.map(({ status }) => status)).toEqual(times(9, 401));
  expect((await from('1.1.1.1')).status).toBe(429);
});

test('a request that its service refuses with 429 takes as much as ten', async () => {
  await start();
  hub.auth.answer = (_req, res) => void res.writeHead(429).end();
  await Promise.all(times(2, '1.1.1.1').map((address) => from(address)));
  hub.auth.answer = (_req, res) => void res.end('{}');
  const refused = await from('1.1.1.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect((await from('2.2.2.2')).status).toBe(200);
  hub.passSeconds(6 + 6);
  expect((await from('1.1.1.1')).status).toBe(200);
});
