/** The client library: which connections it opens, and when it gives one up. */
import { createClient, createCluster, type RedisClientOptions } from '@redis/client';
import { scripts } from './scripts.ts';

export type RedisAddress = { url: string; isCluster: boolean };

type RunScript = (keys: string[], args: string[]) => Promise<number[]>;

/** A client of one server or of a cluster. A script fails at once while there is no connection. */
export type RedisClient = Record<keyof typeof scripts, RunScript> & {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** A server that answers neither a request nor a ping for so long is away. */
const silentMs = 5_000;
const pingMs = 2_000;

const options = {
  disableOfflineQueue: true,
  pingInterval: pingMs,
  // By default the library sets a timer for each command that it has yet to write. None waits, so none needs it.
  commandOptions: { timeout: 0 },
  socket: {
    connectTimeout: silentMs,
    socketTimeout: silentMs,
    // By default the library does not connect again after a timeout.
    reconnectStrategy: (retries: number) => Math.min(1_000, 50 * 2 ** retries) * (0.75 + Math.random() / 2),
  },
} satisfies RedisClientOptions;

/** The nodes that the first one names have its user, its password and its encryption. */
function clusterOf(url: string) {
  const { username, password, protocol } = new URL(url);
  const defaults = {
    ...options,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    socket: { ...options.socket, ...(protocol === 'rediss:' && { tls: true as const }) },
  };
  return createCluster({ rootNodes: [{ url }], defaults, scripts });
}

export const newRedisClient = ({ url, isCluster }: RedisAddress): RedisClient =>
  isCluster ? clusterOf(url) : createClient({ ...options, url, scripts });
