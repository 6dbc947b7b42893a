/** Attacks on the pages. */
import { addresses, attackerAddress, call, flood, type Attack, type Attacker } from './attack.ts';
import * as bodies from './bodies.ts';
import { consent, exchangeCode } from './consent.ts';
import { holdSockets } from './held-sockets.ts';
import { logIn, openBrowserAt, streamPath } from './pages.ts';

/** Logs the owner in from an address that no attack on log-ins uses. Throws when that fails: there would be no attack. */
async function ownBrowser({ origin, tenant }: Attacker) {
  const { browser, status } = await logIn(origin, tenant.owner, attackerAddress(100));
  if (status !== 303) throw new Error(`The log-in of the attacker was answered ${status}`);
  return browser;
}

let made = 0;
const newName = (noun: string) => `${noun} ${(made += 1)}`;

/**
 * Renames the account, adds locations and consents to connections, as fast as the pages answer; and makes 10 events of each
 * order.
 */
async function fillTables(attacker: Attacker): Promise<never> {
  const { origin, tenant } = attacker;
  const { tokens, account_id } = tenant;
  const subscription = JSON.stringify({ url: null, events: { order: ['create', 'update'] } });
  for (const token of tokens) await call(attacker, { route: 'POST /callback', body: subscription, token });
  const browser = await ownBrowser(attacker);
  const account = `/back-office/accounts/${account_id}`;
  const [rename, add] = [await browser.open(`${account}/update`), await browser.open(`${account}/locations/new`)];
  const place = { address: '', postal_code: '', city: '', country: '', timezone: 'Europe/Paris' };
  const acts = [
    () => browser.post(`${account}/update`, rename, { name: newName('Pizzeria') }),
    () => browser.post(`${account}/locations/new`, add, { name: newName('Location'), ...place }),
    () => call(attacker, { route: 'POST /location/orders', body: bodies.orderOf(1) }),
    async () => exchangeCode(origin, tenant, await consent(origin, browser, tenant, newName('Till'))),
  ];
  return flood(20, (index) => acts[index % acts.length]?.() ?? Promise.resolve());
}

async function watchLiveOrders(attacker: Attacker): Promise<never> {
  const { origin, tenant } = attacker;
  const browser = await ownBrowser(attacker);
  const text = `GET ${streamPath(tenant.location_id)} HTTP/1.1\r\nHost: hub.test\r\nCookie: ${browser.cookie()}\r\n\r\n`;
  return holdSockets(origin, { count: 256, addresses: addresses(32), text });
}

const guessPasswords = ({ origin, victim: { owner } }: Attacker) =>
  flood(4, async (index) => {
    const fields = { email: owner.email, password: 'wrong' };
    await openBrowserAt(origin, attackerAddress(index + 1)).fill('/back-office/log-in', fields);
  });

const logInAgainAndAgain = ({ origin, tenant: { owner } }: Attacker) =>
  flood(32, (index) => logIn(origin, owner, attackerAddress((index % 16) + 1)));

/** By name. The keys are rows of the table in docs/security.md#one-tenant-at-its-worst. */
export const pageAttacks = {
  'wrong passwords': { run: guessPasswords, isOnLogIns: true },
  'rows without end': { run: fillTables },
  'log-ins without end': { run: logInAgainAndAgain, isOnLogIns: true },
  'live pages': { run: watchLiveOrders },
} as const satisfies Record<string, Attack>;
