import { httpApp } from '@order-hub/shared/http-app';
import { listen, portOf, stopListening } from '@order-hub/shared/http-server';
import { internalClient } from '@order-hub/shared/internal-call';
import { lifetime, type Lifetime, type Running } from '@order-hub/shared/lifetime';
import type { Log } from '@order-hub/shared/log';
import { addressesOf } from '@order-hub/shared/neighbours';
import { principalClient } from '@order-hub/shared/principal-call';
import { endpoints } from './app.ts';
import type { Config } from './config.ts';
import { openOrderWatch } from './orders/watch-orders.ts';
import { findSessions } from './sessions/find-sessions.ts';

async function open(config: Config, log: Log, life: Lifetime, now: () => Date): Promise<number> {
  const internalKeys = config.HUB_INTERNAL_KEYS;
  const asking = { from: 'back-office', addresses: addressesOf(config), internalKeys, log } as const;
  const { ask } = life.opened(internalClient(asking), async ({ close }) => close());
  const { askFor } = life.opened(principalClient(asking), async ({ close }) => close());
  const findSession = findSessions(ask);
  const app = httpApp({
    service: 'back-office',
    endpoints,
    deps: {
      ask,
      askFor,
      findSession,
      orderWatch: openOrderWatch(askFor, life.signal),
      formKeys: internalKeys,
      publicUrl: config.PUBLIC_URL,
    },
    internalKeys,
    log,
    now,
    // It keeps nothing: while it runs it can answer, if only with an error page.
    isReady: () => Promise.resolve({}),
    checkReplies: config.NODE_ENV !== 'production',
  });
  return portOf(life.opened(await listen(app, { host: config.HOST, port: config.PORT }), stopListening));
}

/** Starts the back office, which owns pages and no data. */
export async function startBackOffice(
  config: Config,
  log: Log,
  { now = () => new Date() }: { now?: () => Date } = {},
): Promise<Running> {
  const life = lifetime();
  try {
    return { port: await open(config, log, life, now), close: life.close };
  } catch (error) {
    await life.close();
    throw error;
  }
}
