/** Other tenants, who do what shops do while one tenant is at its worst. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderOf, smallCatalog } from './bodies.ts';
import { logIn, streamPath } from './pages.ts';
import { apiHeaders, send, type Reply } from './send.ts';
import type { FairnessTenant } from './tenant.ts';

/** A tenant with a catalog and an owner who is logged in. */
type Shop = { origin: string; tenant: FairnessTenant; catalog: string; cookie: string };

const patienceMs = 30_000;
let uploads = 0;

function call({ origin, tenant }: Pick<Shop, 'origin' | 'tenant'>, route: string, body?: string): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ');
  const headers = apiHeaders(tenant.tokens[0] ?? '');
  return send(origin, { method, path: `/v1${path}`, headers, body, address: tenant.address, patienceMs });
}

/** Makes a tenant ready to be measured. Throws when the hub refuses. */
async function openShop(origin: string, tenant: FairnessTenant): Promise<Shop> {
  const created = await call({ origin, tenant }, 'POST /location/catalogs', smallCatalog('Menu'));
  if (created.status !== 200) throw new Error(`The catalog of another tenant: ${created.status} ${created.text}`);
  const { browser, status } = await logIn(origin, tenant.owner, tenant.address);
  if (status !== 303) throw new Error(`The log-in of another tenant: ${status}`);
  return { origin, tenant, catalog: (JSON.parse(created.text) as { id: string }).id, cookie: browser.cookie() };
}

/** Exchanges a code that does not exist: the client is checked as for any other. */
function askForToken({ origin, tenant: { client, address } }: Shop): Promise<Reply> {
  const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', code: 'none' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return send(origin, { method: 'POST', path: '/oauth2/v1/token', headers, body, address, patienceMs });
}

/** HEAD would hold nothing; a browser opens the stream and leaves. */
function openLivePage({ origin, tenant, cookie }: Shop): Promise<Reply> {
  const path = streamPath(tenant.location_id);
  const url = new URL(origin + path);
  return new Promise((resolve, reject) => {
    const options = { agent: false, localAddress: tenant.address, headers: { cookie } };
    const sent = request(url, { ...options, signal: AbortSignal.timeout(patienceMs) }, (incoming) => {
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: '' });
      incoming.on('error', () => undefined).destroy();
    });
    sent.once('error', reject).end();
  });
}

/** With a browser that was never seen before. */
async function logInAnew({ origin, tenant }: Shop): Promise<Reply> {
  const { status } = await logIn(origin, tenant.owner, tenant.address);
  return { status, headers: {}, text: '' };
}

/** What is measured, with the status that says it worked. */
const acts = {
  order: { expected: 200, act: (shop: Shop) => call(shop, 'POST /location/orders', orderOf(2)) },
  'large order': { expected: 200, act: (shop: Shop) => call(shop, 'POST /location/orders', orderOf(20, 4_000)) },
  'catalog read': { expected: 200, act: (shop: Shop) => call(shop, `GET /catalogs/${shop.catalog}/products?count=20`) },
  'catalog update': {
    expected: 200,
    act: (shop: Shop) => call(shop, `PUT /catalogs/${shop.catalog}`, smallCatalog(`Menu ${(uploads += 1)}`)),
  },
  token: { expected: 400, act: askForToken },
  'live page': { expected: 200, act: openLivePage },
  'log-in': { expected: 303, act: logInAnew },
} as const;

type ActName = keyof typeof acts;
/**
 * A log-in takes as long as all others together: it is measured only where an attack is about log-ins. It comes first, so that
 * the short measurement without the attack has some; and rarely, since a user may log in ten times a minute.
 */
const usual = ['order', 'large order', 'catalog read', 'catalog update', 'token', 'live page'] as const;
const withLogIns: readonly ActName[] = ['log-in', ...Array.from({ length: 6 }, () => usual).flat()];

/** Times in milliseconds, ascending, from the moment a request was due. `faults`: what each one got that did not work. */
export type Service = { latenciesMs: number[]; faults: string[] };

const describe = (name: ActName, { status, text }: Reply) => `${name}: ${status} ${text.slice(0, 200)}`;

type Due = { shop: Shop; name: ActName; dueMs: number; isDelayed: boolean };

async function measureOne({ shop, name, dueMs, isDelayed }: Due, service: Service): Promise<void> {
  const { expected, act } = acts[name];
  try {
    const reply = await act(shop);
    if (reply.status === expected) {
      if (!isDelayed) service.latenciesMs.push(performance.now() - dueMs);
    } else service.faults.push(describe(name, reply));
  } catch (error) {
    service.faults.push(`${name}: ${(error as Error).message}`);
  }
}

/**
 * `perSecond`: the requests of all others together. `logIns`: whether they log in as well. `delayed`: the tenant whose log-ins
 * the hub delays on purpose (docs/api/back-office.md#attempts): they must succeed, but their times do not count.
 */
type Measurement = { seconds: number; perSecond: number; logIns?: boolean; delayed?: FairnessTenant };

/** Opens the others. `measure` sends their requests at a steady rate, each on a new connection, whatever is still unanswered. */
export async function openOthers(origin: string, tenants: readonly FairnessTenant[]) {
  const shops: Shop[] = [];
  for (const tenant of tenants) shops.push(await openShop(origin, tenant));
  return {
    async measure({ seconds, perSecond, logIns = false, delayed }: Measurement): Promise<Service> {
      const names: readonly ActName[] = logIns ? withLogIns : usual;
      const service: Service = { latenciesMs: [], faults: [] };
      const underWay: Promise<void>[] = [];
      const startMs = performance.now();
      for (let index = 0; index < seconds * perSecond; index += 1) {
        const dueMs = startMs + (index * 1000) / perSecond;
        await sleep(Math.max(0, dueMs - performance.now()));
        const shop = shops[index % shops.length];
        const name = names[Math.floor(index / shops.length) % names.length];
        if (!shop || !name) continue;
        const isDelayed = name === 'log-in' && shop.tenant === delayed;
        underWay.push(measureOne({ shop, name, dueMs: performance.now(), isDelayed }, service));
      }
      await Promise.all(underWay);
      service.latenciesMs.sort((one, other) => one - other);
      return service;
    },
  };
}
