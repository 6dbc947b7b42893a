import { setTimeout as sleep } from 'node:timers/promises';
import { newRedisClient, type RedisAddress, type RedisClient } from './redis-client.ts';

const reconnectMs = 1_000;

/** Keeps a client connected, and begins anew with another one when it is given up. */
export function holdConnection(address: RedisAddress) {
  const closing = new AbortController();
  const { signal } = closing;
  const state: { client?: RedisClient | undefined; lastError: string } = { lastError: 'no connection yet' };
  let giveUp = () => {};

  async function useClient(client: RedisClient, onAttempt: () => void): Promise<void> {
    const isGivenUp = new Promise<void>((resolve) => (giveUp = resolve));
    client.on('error', ({ message }) => {
      state.lastError = message;
      onAttempt();
    });
    await Promise.race([client.connect(), isGivenUp]);
    state.client = client;
    onAttempt();
    await isGivenUp;
  }

  async function keepConnected(onAttempt: () => void): Promise<void> {
    while (!signal.aborted) {
      const client = newRedisClient(address);
      await useClient(client, onAttempt).catch((error: Error) => (state.lastError = error.message));
      state.client = undefined;
      client.destroy();
      await sleep(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    state,
    /** Resolves when the first attempt has succeeded or failed. */
    connect: () => new Promise<void>((resolve) => void keepConnected(resolve)),
    /** A connection whose answer is late is of no use: what follows waits behind it. */
    giveUp(): void {
      state.client = undefined;
      giveUp();
    },
    close(): void {
      closing.abort();
      giveUp();
    },
  };
}
