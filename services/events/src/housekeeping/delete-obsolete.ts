import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteOldMarks } from '../events/delete-old-marks.ts';
import { deleteDroppedEvents, deleteRemovedCallbacks, deleteUnusedChanges } from './obsolete.store.ts';

type Deps = { db: Database; log: Log };

const everyMs = 60_000;
const pauseMs = 20;

/** Runs short steps with a pause between them, until one returns false or the service stops. */
async function repeat(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step())) await sleep(pauseMs);
}

/** Deletes what cannot be reached any more, in short statements. Several processes may run it at once. */
export async function deleteObsolete({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  await repeat(async () => (await deleteRemovedCallbacks(db)) > 0, signal);
  await repeat(async () => (await deleteDroppedEvents(db)) > 0, signal);
  let after: string | null = '';
  await repeat(async () => (after = await deleteUnusedChanges(db, after ?? '')) !== null, signal);
  await repeat(async () => (await deleteOldMarks(db)) > 0, signal);
}

/** Deletes obsolete rows once a minute. */
export const startHousekeeping = ({ db, log }: Deps): Repeating =>
  startRepeating({
    work: (signal) => deleteObsolete({ db }, signal),
    everyMs,
    log,
    messages: { failing: 'housekeeping fails', well: 'housekeeping works again' },
  });
