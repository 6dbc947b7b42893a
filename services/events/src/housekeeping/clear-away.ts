import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clearChanges,
  clearDroppedEvents,
  clearForgottenCustomers,
  clearRemovedCallbacks,
} from './clear-away.store.ts';

type Deps = { db: Database; log: Log };

const everyMs = 60_000;
const pauseMs = 20;

type Step = () => Promise<boolean>;

/** Small steps with a pause between them, until nothing is left or the service stops. */
async function repeat(step: Step, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step())) await sleep(pauseMs);
}

/** Deletes, in small statements, what nobody can reach any more. Safe to run in several processes. */
export async function clearAway({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  await repeat(async () => (await clearRemovedCallbacks(db)) > 0, signal);
  await repeat(async () => (await clearDroppedEvents(db)) > 0, signal);
  let after: string | null = '';
  await repeat(async () => (after = await clearChanges(db, after ?? '')) !== null, signal);
  await clearForgottenCustomers(db);
}

/** Clears away once a minute. */
export const startHousekeeping = ({ db, log }: Deps): Repeating =>
  startRepeating({
    work: (signal) => clearAway({ db }, signal),
    everyMs,
    log,
    messages: { failing: 'housekeeping fails', well: 'housekeeping works again' },
  });
