import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

let hub: Hub;
let minutes = 0;
beforeAll(async () => {
  // These tests are about rates: on a slow machine, concurrent requests may take long, and need many sockets.
  hub = await startHub({ CONCURRENT_REQUESTS_WAIT_SECONDS: '300', IDLE_SOCKETS_PER_ADDRESS: '2000' });
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
const many = async (howMany: number, route: string, token?: string) => {
  const answers = await Promise.all(
    Array.from({ length: howMany }, () => hub.call(route, token === undefined ? {} : { token })),
  );
  return count(answers.map(({ status }) => status));
};

test('refuses the 501st request of a minute, and passes the first of the next', async () => {
  connect(hub.auth, 'one');
  expect(await many(500, 'GET /v1/location', 'one')).toEqual({ passed: 500, refused: 0 });
  const refused = await hub.call('GET /v1/location', { token: 'one' });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('500 requests'),
    error_type: 'too_many_requests',
    limit: 'minute',
  });
  expect(refused.headers.get('retry-after')).toBe('55');
  expect(refused.headers.get('ratelimit')).toContain('"minute";r=0;t=55');
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  hub.passSeconds(55);
  const next = await hub.call('GET /v1/location', { token: 'one' });
  expect(next.status).toBe(200);
  expect(next.headers.get('ratelimit')).toContain('"minute";r=499;t=60, "hour";r=1999;');
});

test('passes exactly 500 of 600 concurrent requests', async () => {
  connect(hub.auth, 'crowd');
  expect(await many(600, 'GET /v1/callback', 'crowd')).toEqual({ passed: 500, refused: 100 });
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
  test('are limited to 600 a minute from one address; requests with a valid token are not', async () => {
    connect(hub.auth, 'fine');
    await hub.call('GET /v1/location', { token: 'fine' });
    const before = hub.auth.asked.length;
    const answers = await Promise.all(
      Array.from({ length: 650 }, (_, index) => hub.call('GET /v1/location', index % 2 ? { token: 'guess' } : {})),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(600);
    expect(count(statuses).refused).toBe(50);
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
    const statuses: number[] = [];
    // In batches, because a look-up waits for five seconds at most.
    for (let batch = 0; batch < 7; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(batch * 100 + index)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(600);
    expect(count(statuses).refused).toBe(100);
    connect(hub.auth, 'unused');
    expect((await hub.call('GET /v1/location', { token: 'unused' })).status).toBe(200);
    // Now its connection is no longer cached.
    hub.passSeconds(31);
    const more = Array.from({ length: 300 }, (_, index) => guess(1000 + index));
    expect((await hub.call('GET /v1/location', { token: 'used' })).status).toBe(200);
    await Promise.all(more);
  });

  test('cost auth one look-up at a time once their address has used up its minute', async () => {
    await many(600, 'GET /v1/location');
    const usualAnswer = hub.auth.answer!;
    let [underWay, most] = [0, 0];
    hub.auth.answer = (req, res, body) => {
      most = Math.max(most, (underWay += 1));
      res.once('close', () => (underWay -= 1));
      usualAnswer(req, res, body);
    };
    connect(hub.auth, 'patient');
    // So few, because a look-up of such an address waits for two seconds at most.
    const guesses = Array.from({ length: 20 }, (_, index) => hub.call('GET /v1/location', { token: `slow ${index}` }));
    expect((await hub.call('GET /v1/location', { token: 'patient' })).status).toBe(200);
    expect(count((await Promise.all(guesses)).map(({ status }) => status)).refused).toBe(20);
    hub.auth.answer = usualAnswer;
    expect(most).toBe(1);
  });
});
