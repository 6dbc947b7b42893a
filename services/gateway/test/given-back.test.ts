/** Every slot is given back when a client gives up, while it waits for the slot or has it (docs/api/limits.md). */
import { afterEach, expect, test } from '@jest/globals';
import { sized } from '@order-hub/testing/extent';
import { soon } from '@order-hub/testing/giving-up';
import { type Hub, type OpenConnection, startHub } from './gateway.ts';
import { connect, type Upstream } from './stand-ins.ts';

/** How many clients give up, where no other test shows the same code with a thousand; and where one does. At least a round does. */
const [many, fewer] = sized([1, 1], [1_000, 200]);

let hub: Hub;
afterEach(() => hub.close());

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
  // More than wait at any point, where a test does not say otherwise.
  CONCURRENT_REQUESTS_PER_CONNECTION: '1000',
  CONCURRENT_REQUESTS_PER_ADDRESS: '1000',
  CONCURRENT_REQUESTS_PER_ACCOUNT: '200',
  CONCURRENT_PAGES_PER_ADDRESS: '1000',
  LIVE_PAGES_PER_ADDRESS: '1000',
};

async function start(settings: Record<string, string> = {}): Promise<void> {
  hub = await startHub({ ...unlimited, ...settings });
  connect(hub.auth, 'token', { location_id: 'here' });
  connect(hub.auth, 'of account', { location_id: null });
  // Auth's answers are known from now on.
  for (const token of ['token', 'of account']) await hub.call('GET /v1/callback', { token });
}

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

const some = 100;
/** The slots of an address in each pool for pages, and fewer that an address may have in all. */
const [pagesOfPool, fewPages] = [16, 12];
const page = headOf('GET /back-office/log-in');
const livePage = headOf('GET /back-office/locations/x/orders/stream');
const order = headOf('GET /v1/location/orders/x', 'token');
const largeBody = headOf('POST /v1/location/orders', 'token', 70_000) + 'x'.repeat(70_000);

const uses: Record<string, SlotUse> = {
  'of its connection': {
    clients: many,
    text: order,
    service: 'orders',
    slots: some,
    settings: { CONCURRENT_REQUESTS_PER_CONNECTION: `${some}` },
  },
  'of its address': {
    clients: fewer,
    text: order,
    service: 'orders',
    slots: some,
    settings: { CONCURRENT_REQUESTS_PER_ADDRESS: `${some}` },
  },
  'of its account at a service': {
    clients: many,
    text: order,
    service: 'orders',
    slots: some,
    settings: { CONCURRENT_REQUESTS_PER_ACCOUNT: `${some}` },
  },
  'for large bodies': {
    ...{ clients: fewer, text: largeBody, service: 'orders', slots: some },
    settings: { LARGE_REQUESTS_PER_SERVICE: `${some}`, LARGE_REQUESTS_PER_ACCOUNT: `${some}` },
  },
  'for long lists': {
    ...{ clients: fewer, text: headOf('GET /v1/catalogs/c/products', 'token'), service: 'catalog', slots: some },
    settings: { LARGE_REQUESTS_PER_SERVICE: `${some}`, LARGE_REQUESTS_PER_ACCOUNT: `${some}` },
  },
  'for pages of its address': {
    clients: fewer,
    text: page,
    service: 'auth',
    slots: fewPages,
    settings: { CONCURRENT_PAGES_PER_ADDRESS: `${fewPages}` },
  },
  'for pages': { clients: fewer, text: page, service: 'auth', slots: pagesOfPool, settings: {} },
  'for token requests': {
    clients: fewer,
    text: headOf('POST /oauth2/v1/token'),
    ...{ service: 'auth', slots: pagesOfPool, settings: {} },
  },
  'for live pages of its address': {
    clients: fewer,
    text: livePage,
    service: 'backOffice',
    slots: fewPages,
    settings: { LIVE_PAGES_PER_ADDRESS: `${fewPages}` },
  },
  'for live pages': {
    clients: fewer,
    ...{ text: livePage, service: 'backOffice', slots: pagesOfPool, settings: {} },
  },
};

/** Holds what a service gets, as a service that works or a live page does. */
const holdAll = (service: Upstream) => (service.answer = () => undefined);
const answerAll = (service: Upstream) => (service.answer = (_req, res) => void res.end('{}'));

test.each(Object.entries(uses).map(([slot, use]) => ({ slot, ...use })))(
  'clients that give up at a slot $slot leave all free',
  async ({ clients, text, service: name, slots, settings }) => {
    await start({ ...settings, REQUESTS_WAITING_MAX: `${slots}` });
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

/** Look-ups: so many at the same time of an address, and so many that wait; of an address with too many bad tokens, one. */
test.each([
  ['an address', 32, 1_000, '100000'],
  ['an address with many bad tokens', 1, 100, '1'],
])(
  'clients of %s that give up while their tokens are looked up leave all free',
  async (__, slots, waitingMax, perMinute) => {
    await start({ RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute });
    await hub.call('GET /v1/callback', { token: 'bad' });
    const { held, answerHeld, end } = holdLookUps();
    for (let given = 0; given < many; given += waitingMax) {
      const connections = send(slots + waitingMax + 1, (index) => unknown(given + index));
      await soon(() => held.length === slots && connections.some(isRefused(429)));
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
const lookUpsMax = 50;

test('clients that give up while their locations are looked up leave the slots of their connection', async () => {
  await start({ CONCURRENT_REQUESTS_PER_CONNECTION: `${lookUpsMax}`, REQUESTS_WAITING_MAX: '1' });
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
