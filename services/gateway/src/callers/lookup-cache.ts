import { LRUCache } from 'lru-cache';

type LookupOptions<Value> = {
  ask(key: string): Promise<Value>;
  isFound(value: Value): boolean;
  max: number;
  now: () => Date;
};

export type LookupCache<Value> = {
  /** The value if it is cached and fresh. */
  get(key: string): Value | undefined;
  /** Asks for the value. Concurrent fetches of one key share a call. */
  fetch(key: string): Promise<Value>;
  delete(key: string): void;
  deleteWhere(matches: (value: Value) => boolean): void;
  clear(): void;
};

const foundMs = 30_000;
const recentMs = 2_000;
const recentMax = 10_000;
const staleMs = 5 * 60_000;
const retryMs = 1_000;

/** `recent` makes the calls, and fills `found`. */
function openCaches<Value extends object>({ ask, isFound, max, now }: LookupOptions<Value>) {
  const clock = { perf: { now: () => now().getTime() }, ttlResolution: 0 };
  const found = new LRUCache<string, Value>({
    ...clock,
    max,
    ttl: foundMs,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  const recent = new LRUCache<string, Value>({
    ...clock,
    max: recentMax,
    ttl: recentMs,
    // If the key is deleted during a call, the fetches that wait for the call still get its answer.
    ignoreFetchAbort: true,
    async fetchMethod(key, _old, { options, signal }) {
      try {
        const value = await ask(key);
        if (signal.aborted) return value;
        if (isFound(value)) found.set(key, value);
        else found.delete(key);
        return value;
      } catch (error) {
        const stale = found.peek(key);
        if (!stale || found.getRemainingTTL(key) < -staleMs) throw error;
        options.ttl = retryMs;
        return stale;
      }
    },
  });
  return { found, recent };
}

/**
 * A cache of look-ups, made of two. `found` keeps what was found for 30 seconds, and for up to five minutes more while
 * asking fails. `recent` keeps every answer for two seconds, and the calls under way: so guessing keys that do not exist
 * evicts nothing from `found`. If a key is deleted during its look-up, the answer is returned but not cached.
 */
export function lookupCache<Value extends object>(options: LookupOptions<Value>): LookupCache<Value> {
  const { found, recent } = openCaches(options);
  return {
    get: (key) => found.get(key, { allowStale: false }) ?? recent.get(key),
    fetch: (key) => recent.forceFetch(key),
    delete(key) {
      found.delete(key);
      recent.delete(key);
    },
    deleteWhere(matches) {
      for (const [key, value] of found.entries()) if (matches(value)) found.delete(key);
      // The value of a call under way is not known yet, and may match.
      recent.clear();
    },
    clear() {
      found.clear();
      recent.clear();
    },
  };
}
