import type { Database } from '@order-hub/shared/database';
import { forgetOldMessages } from '@order-hub/shared/inbox';
import type { Log } from '@order-hub/shared/log';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clearChanges,
  clearDroppedEvents,
  clearForgottenCustomers,
  clearRemovedCallbacks,
} from './clear-away.store.ts';

type Deps = { db: Database; log: Log };

const pauseMs = 60_000;
const breathMs = 20;

type Step = () => Promise<boolean>;

/** Small steps with a breath between them, until there is no more or it is time to stop. */
async function repeat(step: Step, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step())) await sleep(breathMs);
}

/** Clears away, in small statements, what nobody can ask for any more. Safe to run in several processes. */
export async function clearAway({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  await repeat(async () => (await clearRemovedCallbacks(db)) > 0, signal);
  await repeat(async () => (await clearDroppedEvents(db)) > 0, signal);
  let after: string | null = '';
  await repeat(async () => (after = await clearChanges(db, after ?? '')) !== null, signal);
  await clearForgottenCustomers(db);
  await forgetOldMessages(db);
}

/** Clears away once a minute until closed. */
export function startHousekeeping({ db, log }: Deps): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await clearAway({ db }, signal).catch((error: Error) =>
        log.warn({ reason: error.message }, 'housekeeping waits'),
      );
    }
  }
  const running = run();
  return {
    close(): Promise<void> {
      closing.abort();
      return running;
    },
  };
}
