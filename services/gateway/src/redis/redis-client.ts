/** The client library: which connections it opens, and when it gives one up. */
import { createClient, createCluster, type RedisClientOptions } from '@redis/client';
import { scripts } from './scripts.ts';

/** `silentMs`: a server that answers neither a request nor a ping for so long is away. */
export type RedisAddress = { url: string; isCluster: boolean; silentMs?: number };

type RunScript = (keys: string[], args: string[]) => Promise<number[]>;

/** A client of one server or of a cluster. A script fails at once while there is no connection. */
export type RedisClient = Record<keyof typeof scripts, RunScript> & {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

const usualSilentMs = 5_000;
const pingsPerSilence = 2.5;

const optionsOf = (silentMs: number) =>
  ({
    disableOfflineQueue: true,
    pingInterval: silentMs / pingsPerSilence,
    // By default the library sets a timer for each command that it has yet to write. None waits, so none needs it.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: silentMs,
      socketTimeout: silentMs,
      // By default the library does not connect again after a timeout.
      reconnectStrategy: (retries: number) => Math.min(1_000, 50 * 2 ** retries) * (0.75 + Math.random() / 2),
    },
  }) satisfies RedisClientOptions;

/** The nodes that the first one names have its user, its password and its encryption. */
function clusterOf(url: string, options: ReturnType<typeof optionsOf>) {
  const { username, password, protocol } = new URL(url);
  const defaults = {
    ...options,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    socket: { ...options.socket, ...(protocol === 'rediss:' && { tls: true as const }) },
  };
  return createCluster({ rootNodes: [{ url }], defaults, scripts });
}

export function newRedisClient({ url, isCluster, silentMs = usualSilentMs }: RedisAddress): RedisClient {
  const options = optionsOf(silentMs);
  return isCluster ? clusterOf(url, options) : createClient({ ...options, url, scripts });
}
