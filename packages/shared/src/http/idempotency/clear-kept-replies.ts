/** Deletes the replies that were kept for a day, and bounds what a connection can keep until then (docs/api/limits.md#kept-answers). */
import type { Database } from '../../data/database.ts';
import type { Log } from '../../process/log.ts';
import { startRepeating, type Repeating } from '../../process/repeating.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteKeptBefore, dropLargeAnswers } from '../../data/kept-replies/kept-reply.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 60_000;
const pauseMs = 20;
const keptMs = 24 * 3_600_000;
/** Bytes of a connection's answers of over 4 KiB each. */
const largeBytesMax = 64 * 1_048_576;

/** Runs short statements with a pause between them, until one finds nothing or the service stops. */
async function repeat(step: () => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step()) > 0) await sleep(pauseMs);
}

/** Deletes what has expired, and drops the answers that are too many. Several processes may run it at once. */
export async function clearKeptReplies(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  await repeat(() => deleteKeptBefore(db, new Date(now.getTime() - keptMs)), signal);
  await repeat(() => dropLargeAnswers(db, largeBytesMax), signal);
}

/** Clears once a minute. */
export const startClearingKeptReplies = ({ db, log, now }: Deps): Repeating =>
  startRepeating({
    work: (signal) => clearKeptReplies(db, now(), signal),
    everyMs,
    log,
    messages: { failing: 'kept answers cannot be cleared at the moment', well: 'kept answers are cleared again' },
  });
