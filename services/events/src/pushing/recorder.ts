import { isOutage, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteAcknowledged, dropEvents, scheduleAgain, type Lease } from './lease.store.ts';

/** What became of a leased event. */
export type Result = Lease &
  (
    | { kind: 'acknowledged' }
    | { kind: 'again'; seconds: number; counted: boolean }
    | { kind: 'dropped'; reason: string }
  );

type Kind<K extends Result['kind']> = Extract<Result, { kind: K }>;
type Waiting = { result: Result; done: () => void };

const retryMs = 250;
const batchMax = 500;

/** Longer than any lease: after that the event is another worker's, and this result of no use. */
const giveUpMs = 30_000;

const only = <K extends Result['kind']>(results: readonly Result[], kind: K) =>
  results.filter((result): result is Kind<K> => result.kind === kind);

async function write(db: Database, log: Log, results: readonly Result[]): Promise<void> {
  const acknowledged = only(results, 'acknowledged');
  const again = only(results, 'again');
  const dropped = only(results, 'dropped');
  if (acknowledged.length > 0) await deleteAcknowledged(db, acknowledged);
  if (again.length > 0) await scheduleAgain(db, again);
  const count = dropped.length > 0 ? await dropEvents(db, dropped) : 0;
  if (count > 0) {
    log.warn({ events: count, reason: dropped[0]?.reason }, 'events deleted: no acknowledgement after all retries');
  }
}

async function writeInTime(db: Database, log: Log, results: readonly Result[]): Promise<void> {
  for (let waited = 0; waited <= giveUpMs; waited += retryMs) {
    try {
      return await write(db, log, results);
    } catch (error) {
      if (!isOutage(error)) {
        log.error({ err: error, events: results.length }, 'results of attempts could not be written');
        return;
      }
      await sleep(retryMs);
    }
  }
  log.warn({ events: results.length }, 'results of attempts were lost: these events will be sent again');
}

/**
 * Writes results in batches: while one statement runs, the next batch gathers. Every write names the lease, so what a
 * worker reports after its lease went to another, or after the event was deleted, changes nothing.
 */
export function openRecorder(db: Database, log: Log) {
  const queue: Waiting[] = [];
  let writing = false;

  async function flush(): Promise<void> {
    writing = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      await writeInTime(
        db,
        log,
        batch.map(({ result }) => result),
      );
      for (const { done } of batch) done();
    }
    writing = false;
  }

  return {
    /** Resolves when the result is written, or of no use any more. */
    record(result: Result): Promise<void> {
      return new Promise((done) => {
        queue.push({ result, done });
        if (!writing) void flush();
      });
    },
  };
}

export type Recorder = ReturnType<typeof openRecorder>;
