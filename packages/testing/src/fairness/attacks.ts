/** What one tenant does at its worst, all within what its rights allow: one attack for each way that is known. */
import {
  accountTokenAt,
  addresses,
  call,
  createCatalog,
  flood,
  holdForEach,
  partOfRequest,
  tokenAt,
  type Attack,
  type Attacker,
} from './attack.ts';
import * as bodies from './bodies.ts';
import { holdSockets } from './held-sockets.ts';
import { pageAttacks } from './page-attacks.ts';

const readNoLists = ({ origin, tenant }: Attacker, path: string) => {
  const textWith = (token: string) =>
    `GET /v1${path}/products HTTP/1.1\r\nHost: hub.test\r\nX-Access-Token: ${token}\r\n\r\n`;
  return holdForEach(origin, tenant.tokens, { textWith, count: 3, addresses: addresses(4), isDeaf: true });
};

const dripOrders = ({ origin, tenant }: Attacker) =>
  holdForEach(origin, tenant.tokens, {
    textWith: (token) => partOfRequest('/v1/location/orders', { bytes: 90_000, sent: 1, token }),
    ...{ count: 29, addresses: addresses(3), dripMs: 5_000 },
  });

/** 20 uploads for one of the owner's accounts, 4 for each of the others. */
const dripCatalogs = ({ origin, tenant: { tokens, accountTokens } }: Attacker) => {
  const textWith = (token: string) => partOfRequest('/v1/location/catalogs', { bytes: 1_000_000, sent: 1, token });
  const dripping = { textWith, addresses: addresses(2), dripMs: 5_000 };
  return Promise.race([
    holdForEach(origin, tokens, { ...dripping, count: 2 }),
    holdForEach(origin, accountTokens.slice(1), { ...dripping, count: 4 }),
  ]);
};

const uploadMany = (attacker: Attacker) =>
  flood(16, (index) =>
    call(attacker, {
      route: 'POST /location/catalogs',
      ...{ token: accountTokenAt(attacker, index), body: bodies.manyPartsCatalog(`Many ${index} ${Date.now()}`) },
    }),
  );

/** Half of them with an order that ends as 422, half with a costly inventory. */
function sendCostlyBodies(attacker: Attacker, path: string): Promise<never> {
  const order = { route: 'POST /location/orders', body: bodies.refusedOrder };
  const inventory = { route: `PUT ${path}/location/inventory`, body: bodies.longInventory };
  return flood(16, (index) =>
    call(attacker, { ...(index % 2 === 0 ? order : inventory), token: tokenAt(attacker, index) }),
  );
}

const orders = '/location/orders';

/** Stores 60 orders of 0.9 MiB. */
const storeLargeOrders = async (attacker: Attacker) => {
  for (let group = 0; group < 15; group += 1) {
    const stored = [0, 1, 2, 3].map((index) =>
      call(attacker, { route: `POST ${orders}`, body: bodies.storedOrder, token: tokenAt(attacker, index) }),
    );
    await Promise.all(stored);
  }
  return orders;
};

const listLargeOrders = (attacker: Attacker, path: string) =>
  flood(10, (index) => call(attacker, { route: `GET ${path}`, token: tokenAt(attacker, index) }));

/** Gives up half a second after the body was sent, while the upload waits for its turn. */
const abandonUploads = (attacker: Attacker) => {
  const body = bodies.manyPartsCatalog('Abandoned');
  return flood(16, (index) =>
    call(attacker, { route: 'POST /location/catalogs', body, token: tokenAt(attacker, index), patienceMs: 700 }),
  );
};

/** By name. The keys are rows of the table in docs/security.md#one-tenant-at-its-worst. */
export const attacks = {
  'long lists that nobody reads': {
    prepare: (attacker) => createCatalog(attacker, bodies.longListCatalog('Long')),
    run: readNoLists,
  },
  'lists of large orders': { prepare: storeLargeOrders, run: listLargeOrders },
  'dripping catalogs': { run: dripCatalogs },
  'catalogs of 90,000 parts': { run: uploadMany },
  'costly bodies': {
    prepare: (attacker) => createCatalog(attacker, bodies.manyPartsCatalog('Stock')),
    run: sendCostlyBodies,
  },
  'dripping orders': { run: dripOrders },
  'idle connections': {
    run: ({ origin }) => holdSockets(origin, { count: 10_000, addresses: addresses(5), text: '' }),
  },
  ...pageAttacks,
  'half bodies': {
    run: ({ origin }) =>
      holdSockets(origin, {
        ...{ count: 3_000, addresses: addresses(5) },
        text: partOfRequest('/oauth2/v1/token', { bytes: 64_000, sent: 32_000 }),
      }),
  },
  'abandoned uploads': { run: abandonUploads },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof attacks;
export const attackNames = Object.keys(attacks) as AttackName[];

/** Whether the others log in as well while the attack is measured. */
export const isOnLogIns = (name: AttackName): boolean => (attacks[name] as Attack).isOnLogIns ?? false;
