import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { silentLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { soon } from '@order-hub/testing/giving-up';
import type { ServerResponse } from 'node:http';
import { type Hub, hubsBySettings, type OpenConnection, startHub } from './gateway.ts';
import { connect, type Upstream } from './stand-ins.ts';

/** How accounts share the connections to a service (docs/api/limits.md#large-requests, #concurrent-requests). */
describe('the slots of a service', () => {
  type Waiting = { account: string; res: ServerResponse }[];

  /** Two of three large requests, and four of all, may be of one account. `waitMs`: how long the others wait. */
  async function start(waitMs: number, overrides: Record<string, string> = {}) {
    const settings = {
      CONCURRENT_REQUESTS_PER_ACCOUNT: '4',
      LARGE_REQUESTS_PER_SERVICE: '3',
      LARGE_REQUESTS_PER_ACCOUNT: '2',
      LARGE_REQUESTS_WAIT_SECONDS: String(waitMs / 1_000),
      LARGE_REQUESTS_PAUSE: '0',
      ...overrides,
    };
    const started = await startHub(settings, silentLog, { slotWaitMs: waitMs });
    for (const id of ['a', 'b', 'c']) connect(started.auth, id, { account: { id, currency: 'EUR' } });
    return started;
  }

  let patient: Hub;
  let hasty: Hub;
  beforeAll(async () => {
    patient = await start(300_000);
    hasty = await start(200);
  });
  afterAll(() => Promise.all([patient.close(), hasty.close()]));

  /** What a service holds until the test answers. The path names the account, so that the service can tell whose request it has. */
  let waiting: Waiting;
  const holdAll = ({ catalog, orders }: Hub) => {
    waiting = [];
    catalog.answer = ({ url = '' }, res) => void waiting.push({ account: url.charAt('/catalogs/'.length), res });
    orders.answer = (_req, res) => void waiting.push({ account: 'a', res });
  };
  const answerAll = () => waiting.splice(0).forEach(({ res }) => res.end('{}'));
  const accounts = () => waiting.map(({ account }) => account).sort();
  const largeOf =
    ({ call }: Hub) =>
    (account: string) =>
      call(`GET /v1/catalogs/${account}/products`, { token: account });
  const smallOf =
    ({ call }: Hub) =>
    (account: string) =>
      call(`GET /v1/catalogs/${account}/products/p`, { token: account });

  describe('large requests', () => {
    test('of one account take only its share, and delay no small request', async () => {
      holdAll(patient);
      const [large, small] = [largeOf(patient), smallOf(patient)];
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
      holdAll(patient);
      const large = largeOf(patient);
      const held = [large('a'), large('b'), large('b')];
      await eventually(() => waiting.length === 3);
      const many = [1, 2, 3, 4].map(() => large('b'));
      const few = large('c');
      await eventually(() => patient.catalog.open.size === 3);
      answerAll();
      await eventually(() => waiting.length === 3);
      expect(accounts()).toContain('c');
      answerAll();
      await eventually(() => waiting.length === 2);
      answerAll();
      for (const answer of await Promise.all([...held, ...many, few])) expect(answer.status).toBe(200);
    });

    test('wait; those of an account over its share get 429, those over the share of all 503', async () => {
      holdAll(hasty);
      const large = largeOf(hasty);
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
      const hub = await start(1_000, { LARGE_REQUESTS_PER_ACCOUNT: '1', LARGE_REQUESTS_PAUSE: '1' });
      const large = largeOf(hub);
      expect((await large('a')).status).toBe(200);
      holdAll(hub);
      const head = 'GET /v1/catalogs/a/products HTTP/1.1\r\nHost: x\r\nX-Access-Token: a\r\n\r\n';
      const second = hub.sendAndStay(head);
      await eventually(() => waiting.length === 1);
      second.destroy();
      await eventually(() => hub.catalog.open.size === 0);
      expect((await large('a')).status).toBe(429);
      await hub.close();
    });

    test('with large bodies delay no long list', async () => {
      holdAll(patient);
      const large = largeOf(patient);
      const upload = (account: string) =>
        patient.call(`PUT /v1/catalogs/${account}`, { token: account, body: 'x'.repeat(70_000) });
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
      holdAll(hasty);
      const all = [1, 2, 3].map(() => hasty.call(route, { token: 'a', ...options }));
      const refused = await Promise.race(all);
      expect([refused.status, waiting.length]).toEqual([429, 2]);
      answerAll();
      await Promise.all(all);
    });
  });

  test('small requests of one account take its share of the connections, and no more', async () => {
    holdAll(hasty);
    const small = smallOf(hasty);
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
});

/** Live pages, whose responses go on for minutes (docs/api/limits.md#concurrent-requests). */
describe('live pages', () => {
  let hub: Hub;
  let streams: { url: string; res: ServerResponse }[];

  const start = async (settings: Record<string, string> = {}) => {
    const usual = { CONCURRENT_REQUESTS_WAIT_SECONDS: '0.2', TRUST_PROXY: '1' };
    const started = await startHub({ ...usual, ...settings }, silentLog, { slotWaitMs: 200 });
    started.auth.answer = (_req, res) => void res.end('{"page":true}');
    started.backOffice.answer = ({ url = '' }, res) => {
      streams.push({ url, res });
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
    };
    return started;
  };
  beforeAll(async () => void (hub = await start()));
  afterAll(() => hub.close());
  beforeEach(() => void (streams = []));
  afterEach(() => eventually(() => hub.backOffice.open.size === 0));

  const path = '/back-office/locations/x/orders/stream';
  const watch = (address: string, { sendAndStay } = hub) =>
    sendAndStay(`GET ${path} HTTP/1.1\r\nHost: hub.test\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  const watchMany = (count: number, addressOf: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => watch(addressOf(n)));
  const openPage = (address: string) =>
    hub.call('GET /oauth2/v1/authorize', { headers: { 'x-forwarded-for': address } });

  test('passes on each part at once, until an end closes', async () => {
    const viewer = watch('192.0.2.1');
    await eventually(() => viewer.received.includes(': open'));
    streams[0]?.res.write('data: one\n\n');
    await eventually(() => viewer.received.includes('data: one'));
    streams[0]?.res.write('data: two\n\n');
    await eventually(() => viewer.received.includes('data: two'));
    streams[0]?.res.end();
    await eventually(() => viewer.received.endsWith('0\r\n\r\n'));
    expect(viewer.received).toMatch(/^HTTP\/1\.1 200 .*text\/event-stream/s);
    viewer.destroy();
  });

  test('a viewer that leaves ends the request to the back office and frees its slot', async () => {
    const viewers = watchMany(8, () => '192.0.2.1');
    await eventually(() => streams.length === 8);
    expect(hub.backOffice.open.size).toBe(8);
    viewers[0]?.destroy();
    await eventually(() => hub.backOffice.open.size === 7);
    const next = watch('192.0.2.1');
    await eventually(() => next.received.includes(': open'));
    for (const viewer of [...viewers, next]) viewer.destroy();
    await eventually(() => hub.backOffice.open.size === 0);
  });

  test('an address has eight slots: refuses a ninth, but neither another address nor other pages', async () => {
    const viewers = watchMany(8, () => '192.0.2.3');
    await eventually(() => streams.length === 8);
    const ninth = watch('192.0.2.3');
    await eventually(() => ninth.received.includes('too_many_requests'));
    expect(ninth.received).toMatch(/^HTTP\/1\.1 429 .*At most 8 requests of one address/s);
    const other = watch('192.0.2.2');
    await eventually(() => other.received.includes(': open'));
    expect((await openPage('192.0.2.3')).status).toBe(200);
    for (const viewer of [...viewers, ninth, other]) viewer.destroy();
  });

  test('serves log-in and consent whatever the number of viewers', async () => {
    // More than there are connections for pages; and, in the wide extent, more than there are for live pages.
    const [watching, shown] = sized([80, 80], [600, 512]);
    const viewers = watchMany(watching, (n) => `198.51.100.${n % 200}`);
    await eventually(() => streams.length === shown);
    expect(await openPage('192.0.2.250')).toMatchObject({ status: 200, body: { page: true } });
    expect((await hub.call('POST /back-office/log-in', { body: 'x' })).status).toBe(200);
    const refused = () => viewers.filter(({ received }) => received.includes('service_unavailable'));
    await eventually(() => refused().length === watching - shown);
    for (const { received } of refused()) expect(received).toMatch(/^HTTP\/1\.1 503 /);
    expect(streams.length).toBe(shown);
    for (const viewer of viewers) viewer.destroy();
  });

  test('in another spelling are no live pages, and take no connection of the other pages', async () => {
    const spellings = [`${path}/`, path.replace('stream', 'STREAM'), path.replace('stream', 's%74ream')];
    hub.backOffice.answer = ({ url = '' }, res) => {
      if (url === path) return void streams.push({ url, res });
      res.writeHead(404).end();
    };
    const answers = [];
    for (const spelling of spellings) {
      const { status, headers } = await hub.call(`GET ${spelling}?tab=x`);
      answers.push([status, headers.get('location')]);
    }
    expect(answers).toEqual([
      [308, `${path}?tab=x`],
      [404, null],
      [404, null],
    ]);
    expect(streams).toEqual([]);
  });

  test('cuts off the response when the back office sends nothing for the upstream timeout', async () => {
    const hasty = await start({ UPSTREAM_TIMEOUT_SECONDS: '0.3' });
    /** On a busy machine, opening the connection to the back office may take too long as well. */
    const watchOpen = async (): Promise<OpenConnection> => {
      const viewer = watch('192.0.2.1', hasty);
      await eventually(() => viewer.received !== '');
      return viewer.received.includes(': open') ? viewer : watchOpen();
    };
    const viewer = await watchOpen();
    await eventually(() => viewer.isClosed);
    expect(viewer.received).not.toContain('0\r\n\r\n');
    await eventually(() => hasty.backOffice.open.size === 0);
    await hasty.close();
  });
});

test('a page that does not come to its end is cut off, and gives its connection back', async () => {
  const hub = await startHub({ PAGE_RESPONSE_SECONDS: '0.5' });
  hub.backOffice.answer = (_req, res) => {
    res.write('<p>');
    const writing = setInterval(() => res.write('more '), 20);
    res.once('close', () => clearInterval(writing));
  };
  const page = hub.sendAndStay('GET /back-office/profile HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(() => page.received.includes('more'));
  await eventually(() => page.isClosed && hub.backOffice.open.size === 0);
  expect(page.received).not.toContain('0\r\n\r\n');
  await hub.close();
});

/** Every slot is given back when a client gives up, while it waits for the slot or has it (docs/api/limits.md). */
describe('clients that give up', () => {
  /** How many clients give up, where no other test shows the same code with a thousand; and where one does. At least a round does. */
  const [many, fewer] = sized([1, 1], [1_000, 200]);

  let hub: Hub;

  const unlimited = {
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_PER_HOUR: '100000',
    RATE_LIMIT_PER_DAY: '100000',
    RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '100000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    RATE_LIMIT_PAGES_PER_MINUTE: '100000',
    COST_SECONDS_PER_MINUTE: '100000',
    COST_BURST_SECONDS: '100000',
    LARGE_REQUESTS_PAUSE: '0',
    LARGE_REQUESTS_WAIT_SECONDS: '300',
    CONCURRENT_REQUESTS_WAIT_SECONDS: '300',
    // More than wait at any point, where a test does not say otherwise.
    CONCURRENT_REQUESTS_PER_CONNECTION: '1000',
    CONCURRENT_REQUESTS_PER_ADDRESS: '1000',
    CONCURRENT_REQUESTS_PER_ACCOUNT: '200',
    CONCURRENT_PAGES_PER_ADDRESS: '1000',
    LIVE_PAGES_PER_ADDRESS: '1000',
  };

  /** Each test finds what the one before gave back. */
  const hubs = hubsBySettings(async (settings) => {
    hub = await startHub({ ...unlimited, ...settings }, silentLog, { slotWaitMs: 300_000 });
    connect(hub.auth, 'token', { location_id: 'here' });
    connect(hub.auth, 'of account', { location_id: null });
    // Auth's answers are known from now on.
    for (const token of ['token', 'of account']) await hub.call('GET /v1/callback', { token });
    return hub;
  });
  afterAll(hubs.close);

  const headOf = (route: string, token?: string, length = 0) =>
    `${route} HTTP/1.1\r\nHost: x\r\n${token === undefined ? '' : `X-Access-Token: ${token}\r\n`}Content-Length: ${length}\r\n\r\n`;

  const send = (count: number, textOf: (index: number) => string): OpenConnection[] =>
    Array.from({ length: count }, (_, index) => hub.sendAndStay(textOf(index)));

  const isAnswered = ({ received }: OpenConnection) => received !== '';
  const isRefused =
    (status: number) =>
    ({ received }: OpenConnection) =>
      received.startsWith(`HTTP/1.1 ${status} `);

  /** Asserts that as many requests as there are slots and places to wait all succeed, sent at the same time. */
  async function assertSucceed(connections: OpenConnection[]): Promise<void> {
    await soon(() => connections.every(isAnswered));
    expect(connections.filter((connection) => !isRefused(200)(connection))).toEqual([]);
    for (const { destroy } of connections) destroy();
  }

  type SlotUse = {
    clients: number;
    text: string;
    service: 'orders' | 'catalog' | 'auth' | 'backOffice';
    slots: number;
    settings: Record<string, string>;
  };

  const some = sized(20, 100);
  /** The slots of an address in each pool for pages, and fewer that an address may have in all. */
  const [pagesOfPool, fewPages] = [16, 12];
  const page = headOf('GET /back-office/log-in');
  const livePage = headOf('GET /back-office/locations/x/orders/stream');
  const order = headOf('GET /v1/location/orders/x', 'token');
  const largeBody = headOf('POST /v1/location/orders', 'token', 70_000) + 'x'.repeat(70_000);

  const ofLarge = { LARGE_REQUESTS_PER_SERVICE: `${some}`, LARGE_REQUESTS_PER_ACCOUNT: `${some}` };
  const ofAddress = { CONCURRENT_PAGES_PER_ADDRESS: `${fewPages}`, LIVE_PAGES_PER_ADDRESS: `${fewPages}` };

  const uses: Record<string, SlotUse> = {
    'of its connection': {
      ...{ clients: many, text: order, service: 'orders', slots: some },
      settings: { CONCURRENT_REQUESTS_PER_CONNECTION: `${some}` },
    },
    'of its address': {
      ...{ clients: fewer, text: order, service: 'orders', slots: some },
      settings: { CONCURRENT_REQUESTS_PER_ADDRESS: `${some}` },
    },
    'of its account at a service': {
      ...{ clients: many, text: order, service: 'orders', slots: some },
      settings: { CONCURRENT_REQUESTS_PER_ACCOUNT: `${some}` },
    },
    'for large bodies': { clients: fewer, text: largeBody, service: 'orders', slots: some, settings: ofLarge },
    'for long lists': {
      ...{ clients: fewer, text: headOf('GET /v1/catalogs/c/products', 'token'), service: 'catalog' },
      ...{ slots: some, settings: ofLarge },
    },
    'for pages of its address': { clients: fewer, text: page, service: 'auth', slots: fewPages, settings: ofAddress },
    'for live pages of its address': {
      ...{ clients: fewer, text: livePage, service: 'backOffice', slots: fewPages, settings: ofAddress },
    },
    'for pages': { clients: fewer, text: page, service: 'auth', slots: pagesOfPool, settings: {} },
    'for token requests': {
      ...{ clients: fewer, text: headOf('POST /oauth2/v1/token'), service: 'auth', slots: pagesOfPool, settings: {} },
    },
    'for live pages': { clients: fewer, text: livePage, service: 'backOffice', slots: pagesOfPool, settings: {} },
  };

  /** Holds what a service gets, as a service that works or a live page does. */
  const holdAll = (service: Upstream) => (service.answer = () => undefined);
  const answerAll = (service: Upstream) => (service.answer = (_req, res) => void res.end('{}'));

  test.each(Object.entries(uses).map(([slot, use]) => ({ slot, ...use })))(
    'clients that give up at a slot $slot leave all free',
    async ({ clients, text, service: name, slots, settings }) => {
      await hubs.get({ ...settings, REQUESTS_WAITING_MAX: `${slots}` });
      const service = hub[name];
      for (let given = 0; given < clients; given += slots) {
        holdAll(service);
        // As many as there are slots, as many as may wait, and one that is refused.
        const connections = send(2 * slots + 1, () => text);
        await soon(() => service.open.size === slots && connections.some(isRefused(429)));
        for (const { destroy } of connections) destroy();
        await soon(() => service.open.size === 0);
      }
      answerAll(service);
      await assertSucceed(send(2 * slots, () => text));
    },
    180_000,
  );

  /** Auth's look-ups of connections and locations wait until `answer`. */
  function holdLookUps() {
    const { answer } = hub.auth;
    const held: (() => void)[] = [];
    hub.auth.answer = (req, res, body) => void held.push(() => answer?.(req, res, body));
    const answerHeld = () => held.splice(0).forEach((next) => next());
    return { held, answerHeld, end: () => ((hub.auth.answer = answer), answerHeld()) };
  }

  const unknown = (index: number) => headOf('GET /v1/callback', `unknown ${index}`);

  /**
   * Look-ups: so many at the same time of an address, and so many that wait; of an address with too many bad tokens, one. Without
   * any that wait, the test does not send them.
   */
  test.each([
    ['an address', 32, sized(0, 1_000), '100000'],
    ['an address with many bad tokens', 1, 100, '1'],
  ])(
    'clients of %s that give up while their tokens are looked up leave all free',
    async (__, slots, waitingMax, perMinute) => {
      await hubs.get({ RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute });
      await hub.call('GET /v1/callback', { token: 'bad' });
      const { held, answerHeld, end } = holdLookUps();
      for (let given = 0; given < many; given += slots + waitingMax) {
        const sent = waitingMax === 0 ? slots : slots + waitingMax + 1;
        const connections = send(sent, (index) => unknown(given + index));
        await soon(() => held.length === slots && (waitingMax === 0 || connections.some(isRefused(429))));
        for (const { destroy } of connections) destroy();
        await soon(() => {
          answerHeld();
          return hub.auth.open.size === 0;
        });
      }
      end();
      for (let index = 0; index < slots + 1; index += 1) connect(hub.auth, `good ${index}`, { location_id: 'here' });
      await assertSucceed(send(slots + 1, (index) => headOf('GET /v1/callback', `good ${index}`)));
    },
    180_000,
  );

  /** Fewer than there are connections to auth. */
  const lookUpsMax = sized(20, 50);

  test('clients that give up while their locations are looked up leave the slots of their connection', async () => {
    await hubs.get({ CONCURRENT_REQUESTS_PER_CONNECTION: `${lookUpsMax}`, REQUESTS_WAITING_MAX: '1' });
    const { held, answerHeld, end } = holdLookUps();
    for (let given = 0; given < many; given += lookUpsMax) {
      const connections = send(lookUpsMax, (index) =>
        headOf(`GET /v1/locations/l${given + index}/orders/x`, 'of account'),
      );
      await soon(() => held.length === lookUpsMax);
      for (const { destroy } of connections) destroy();
      // One that has not noticed yet that its client is gone gets its turn, too.
      await soon(() => {
        answerHeld();
        return hub.auth.open.size === 0;
      });
    }
    end();
    await assertSucceed(send(lookUpsMax, () => headOf('GET /v1/callback', 'of account')));
  }, 360_000);
});
