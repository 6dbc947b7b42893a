import { LRUCache } from 'lru-cache';

/** How long an answer is kept, in milliseconds, and in which of two memories: what was not found must not push out what was. */
type Terms<Value> = { keepMs(value: Value): number; isFound(value: Value): boolean };

type LookupOptions<Value> = Terms<Value> & {
  ask(key: string): Promise<Value>;
  max: number;
};

/** `usableMs`: until then it serves on while the one who knows is away. */
type Kept<Value> = { value: Value; expiresMs: number; usableMs: number };
type Turn<Value> = { answer?: Promise<Value> };

const missesMax = 10_000;
const staleMs = 5 * 60_000;
const askAgainMs = 1_000;

export type LookupCache<Value> = {
  /** The value, if it is known. */
  known(key: string, nowMs: number): Value | undefined;
  /** Asks, once for everybody who wants it at the same time. */
  ask(key: string, nowMs: number): Promise<Value>;
  drop(key: string): void;
  dropWhere(isMeant: (value: Value) => boolean): void;
  dropAll(): void;
};

/** The two memories as one. */
function openMemory<Value extends object>({ max, keepMs, isFound }: Omit<LookupOptions<Value>, 'ask'>) {
  const found = new LRUCache<string, Kept<Value>>({ max });
  const missed = new LRUCache<string, Kept<Value>>({ max: missesMax });
  return {
    found,
    known(key: string, nowMs: number): Value | undefined {
      const kept = found.get(key) ?? missed.get(key);
      return kept && kept.expiresMs > nowMs ? kept.value : undefined;
    },
    keep(key: string, value: Value, nowMs: number): void {
      const [memory, other] = isFound(value) ? [found, missed] : [missed, found];
      const expiresMs = nowMs + keepMs(value);
      other.delete(key);
      memory.set(key, { value, expiresMs, usableMs: expiresMs + staleMs });
    },
    drop(key: string): void {
      found.delete(key);
      missed.delete(key);
    },
    dropAll(): void {
      found.clear();
      missed.clear();
    },
  };
}

/** A memory of look-ups. An answer that was on its way while its key was dropped is given out, but not kept. */
export function lookupCache<Value extends object>({ ask, ...terms }: LookupOptions<Value>): LookupCache<Value> {
  const { found, known, keep, drop, dropAll } = openMemory(terms);
  const pending = new Map<string, Turn<Value>>();

  async function takeTurn(key: string, nowMs: number, turn: Turn<Value>): Promise<Value> {
    const isStillWanted = () => pending.get(key) === turn;
    try {
      const value = await ask(key);
      if (isStillWanted()) keep(key, value, nowMs);
      return value;
    } catch (error) {
      const stale = found.peek(key);
      if (!stale || stale.usableMs < nowMs) throw error;
      stale.expiresMs = nowMs + askAgainMs;
      return stale.value;
    } finally {
      if (isStillWanted()) pending.delete(key);
    }
  }

  function askOnce(key: string, nowMs: number): Promise<Value> {
    const turn: Turn<Value> = {};
    pending.set(key, turn);
    return (turn.answer = takeTurn(key, nowMs, turn));
  }

  return {
    known,
    ask: (key, nowMs) => pending.get(key)?.answer ?? askOnce(key, nowMs),
    drop(key) {
      drop(key);
      pending.delete(key);
    },
    dropWhere(isMeant) {
      for (const [key, { value }] of found.entries()) if (isMeant(value)) found.delete(key);
      pending.clear();
    },
    dropAll() {
      dropAll();
      pending.clear();
    },
  };
}
