/** What attacks are made of. */
import { setTimeout as sleep } from 'node:timers/promises';
import { holdSockets, type HeldSockets } from './held-sockets.ts';
import { apiHeaders, send, type SentRequest } from './send.ts';
import { addressOf, type FairnessTenant } from './tenant.ts';

/** `victim`: a tenant whose owner's e-mail address the attacker knows. */
export type Attacker = { origin: string; tenant: FairnessTenant; victim: FairnessTenant };

/** `isOnLogIns`: the others log in as well while it is measured. */
export type Attack = {
  isOnLogIns?: boolean;
  /** Stores what the attack needs, before anything is measured. Returns its path. */
  prepare?: (attacker: Attacker) => Promise<string>;
  /** Runs until its process ends. */
  run: (attacker: Attacker, path: string) => Promise<unknown>;
};

const attackersNetwork = 66;

export const attackerAddress = (host: number) => addressOf(attackersNetwork, host);

export const addresses = (count: number) => Array.from({ length: count }, (_, index) => attackerAddress(index + 1));

/** Calls `work` again and again, `count` at a time. A refused request is repeated after a moment, as a stubborn client does. */
export function flood(count: number, work: (index: number) => Promise<unknown>): Promise<never> {
  const one = async (index: number): Promise<never> => {
    for (;;) await work(index).catch(() => sleep(20));
  };
  return Promise.race(Array.from({ length: count }, (_, index) => one(index)));
}

type ApiRequest = Pick<SentRequest, 'body' | 'patienceMs'> & { route: string; token?: string | undefined };

/** Calls the API with one of the attacker's connections. Rejects a status of 429 or above. */
export async function call({ origin, tenant }: Attacker, { route, token = tenant.tokens[0], ...sent }: ApiRequest) {
  const [method = '', path = ''] = route.split(' ');
  const headers = apiHeaders(token ?? '');
  const reply = await send(origin, { method, path: `/v1${path}`, headers, address: tenant.address, ...sent });
  if (reply.status >= 429) throw new Error(`${route}: ${reply.status} ${reply.text.slice(0, 200)}`);
  return reply;
}

const elementAt = (list: readonly string[], index: number) => list[index % list.length];

/** A token to the location. */
export const tokenAt = ({ tenant }: Attacker, index: number) => elementAt(tenant.tokens, index);

/** A token of another account than the one before. */
export const accountTokenAt = ({ tenant }: Attacker, index: number) => elementAt(tenant.accountTokens, index);

/** Creates a catalog. Returns its path. */
export async function createCatalog(attacker: Attacker, body: string): Promise<string> {
  const { text, status } = await call(attacker, { route: 'POST /location/catalogs', body, patienceMs: 60_000 });
  if (status !== 200) throw new Error(`The catalog of the attack was answered ${status}: ${text.slice(0, 500)}`);
  return `/catalogs/${(JSON.parse(text) as { id: string }).id}`;
}

/** The bytes of a request with a body of `bytes`, of which `sent` are in the text. */
export function partOfRequest(
  path: string,
  { bytes, sent, token }: { bytes: number; sent: number; token?: string },
): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: hub.test', ...(token ? [`X-Access-Token: ${token}`] : [])];
  const type = path.startsWith('/v1') ? 'application/json' : 'application/x-www-form-urlencoded';
  return [...lines, `Content-Type: ${type}`, `Content-Length: ${bytes}`, '', 'x'.repeat(sent)].join('\r\n');
}

/** Holds `held.count` sockets with each of the tokens. */
export const holdForEach = (
  origin: string,
  tokens: readonly string[],
  { textWith, ...held }: Omit<HeldSockets, 'text'> & { textWith: (token: string) => string },
) => Promise.race(tokens.map((token) => holdSockets(origin, { ...held, text: textWith(token) })));
