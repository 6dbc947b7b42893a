/**
 * Resolves the names of receivers. A name whose servers do not answer delays no other: c-ares needs no threads, while
 * `getaddrinfo` shares four with the whole process; queries have short time limits; and failures are cached for some seconds.
 */
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { bareHost, isLocalhost, isPrivateName } from '../../addresses/host-names.ts';

/** Returns the addresses of a name. Rejects when it has none, or after the time limit. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

type ResolverOptions = { servers?: readonly string[]; hostsPath?: string };

const queryMs = 1_500;
const limitMs = 5_000;
const failedMs = 5_000;
const otherFamilyMs = 50;

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

const loopback = ['127.0.0.1', '::1'].map(addressOf);

/** The addresses of a name in /etc/hosts, which `resolve4` and `resolve6` do not read. */
async function hostsEntries(path: string, name: string): Promise<LookupAddress[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address = '', ...names]) =>
    isIP(address) && names.includes(name) ? [addressOf(address)] : [],
  );
}

/** Queries both families at once. After one has answered, waits for the other only briefly. */
async function query(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const found: LookupAddress[] = [];
  const queries = [resolver.resolve4(name), resolver.resolve6(name)].map(async (answer) => {
    found.push(...(await answer).map(addressOf));
  });
  const settled = Promise.allSettled(queries);
  await Promise.any(queries).catch(({ errors: [error] }: AggregateError) => Promise.reject(error as Error));
  await Promise.race([settled, sleep(otherFamilyMs, undefined, { ref: false })]);
  return found.toSorted((one, other) => one.family - other.family);
}

async function withinLimit<T>(work: Promise<T>, name: string): Promise<T> {
  const timeUp = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: timeUp.signal }).then(() =>
    Promise.reject(new Error(`ETIMEOUT ${name}`)),
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    timeUp.abort();
    limit.catch(() => undefined);
  }
}

/** Looks up one name at a time, so that the other threads stay free. */
function systemResolver(): ResolveName {
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const found = last.then(() => lookup(name, { all: true, verbatim: true }));
    last = found.catch(() => undefined);
    return found;
  };
}

/** Asks `servers`, or else the name servers of the system. */
export function nameResolver({ servers, hostsPath = '/etc/hosts' }: ResolverOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: queryMs, tries: 1 });
  if (servers && servers.length > 0) resolver.setServers(servers);
  const system = systemResolver();
  const waiting = new Map<string, Promise<LookupAddress[]>>();
  const failed = new LRUCache<string, Error>({ max: 10_000, ttl: failedMs });

  async function resolve(name: string): Promise<LookupAddress[]> {
    const entries = await hostsEntries(hostsPath, name);
    if (entries.length > 0) return entries;
    if (isLocalhost(name)) return loopback;
    // Names of search domains and local networks: only the system's resolver may know them.
    return withinLimit(isPrivateName(name) ? system(name) : query(resolver, name), name);
  }

  return (hostname) => {
    const name = bareHost(hostname.toLowerCase());
    const failure = failed.get(name);
    if (failure) return Promise.reject(failure);
    const pending = waiting.get(name);
    if (pending) return pending;
    const answer = resolve(name)
      .catch((error: Error) => {
        failed.set(name, error);
        throw error;
      })
      .finally(() => waiting.delete(name));
    waiting.set(name, answer);
    return answer;
  };
}
