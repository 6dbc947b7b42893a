/**
 * Resolves the names of receivers, so that names whose servers do not answer hold up nobody: c-ares asks without threads
 * (`getaddrinfo` has four for the whole process), gives up early, and what failed is not asked again for some seconds.
 */
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { bareHost, isLocalhost } from '../callbacks/bare-host.ts';
import { isPrivateName } from '../callbacks/callback-url.ts';

/** The addresses of a name. Rejects when there are none, or none within the time limit. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

type Options = { servers?: readonly string[]; hostsPath?: string };

const queryMs = 1_500;
const limitMs = 5_000;
const failedMs = 5_000;
const otherFamilyMs = 50;

const addressOf = (address: string): LookupAddress => ({ address, family: isIP(address) });

const loopback = ['127.0.0.1', '::1'].map(addressOf);

/** The addresses that /etc/hosts, which c-ares does not read here, has for a name. */
async function hostsEntries(path: string, name: string): Promise<LookupAddress[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address = '', ...names]) =>
    isIP(address) && names.includes(name) ? [addressOf(address)] : [],
  );
}

/** Both families at once. When one has answered, the other has only a moment more. */
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

/** One at a time, so that the other threads stay free. */
function systemResolver(): ResolveName {
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const found = last.then(() => lookup(name, { all: true, verbatim: true }));
    last = found.catch(() => undefined);
    return found;
  };
}

/** Resolves by the system's name servers, or by `servers`. */
export function nameResolver({ servers, hostsPath = '/etc/hosts' }: Options = {}): ResolveName {
  const resolver = new Resolver({ timeout: queryMs, tries: 1 });
  if (servers && servers.length > 0) resolver.setServers(servers);
  const system = systemResolver();
  const waiting = new Map<string, Promise<LookupAddress[]>>();
  const failed = new LRUCache<string, Error>({ max: 10_000, ttl: failedMs });

  async function resolve(name: string): Promise<LookupAddress[]> {
    const known = await hostsEntries(hostsPath, name);
    if (known.length > 0) return known;
    if (isLocalhost(name)) return loopback;
    // Only the system's resolver may know these: of search domains and local networks, never of the Internet.
    return withinLimit(isPrivateName(name) ? system(name) : query(resolver, name), name);
  }

  return (hostname) => {
    const name = bareHost(hostname.toLowerCase());
    const failure = failed.get(name);
    if (failure) return Promise.reject(failure);
    const asked = waiting.get(name);
    if (asked) return asked;
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
