import { isOutage, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteLeased, dropEvents, scheduleAgain, updateRooms, type Claimed } from './lease.store.ts';
import type { Ended } from './post-event.ts';
import { verdictsOf, type Answer, type Verdict } from './room.ts';

/** How an attempt ended, and so what becomes of its event. */
export type Outcome =
  | { kind: 'acknowledged' }
  | { kind: 'hidden' }
  | { kind: 'again'; seconds: number; counted: boolean }
  | { kind: 'dropped'; reason: string };

/** `answer` and `ended` are null when nothing was sent. */
export type Result = Claimed & Outcome & { answer: Answer | null; ended: Ended | null };

/** Resolves when the result is written, or is of no use any more. */
export type RecordResult = (result: Result) => Promise<void>;

type ResultOf<K extends Outcome['kind']> = Extract<Result, { kind: K }>;

const retryMs = 250;
const batchMax = 500;

/** As long as the longest lease: after that the event is due for other workers, and the result of no use. */
const giveUpMs = 30_000;

/** Of results that are alike, one in this time is kept as the last of its callback: all write the same row. */
const alikeMs = 5_000;
const callbacksMax = 20_000;

/** Tells which results to keep as the last ones (docs/decisions/0029-the-last-attempt-of-a-callback.md). */
function newsOfCallbacks(): (result: Result) => boolean {
  const told = new LRUCache<string, boolean>({ max: callbacksMax, ttl: alikeMs });
  return ({ callback_id, ended }) => {
    if (!ended || told.get(callback_id) === ended.acknowledged) return false;
    told.set(callback_id, ended.acknowledged);
    return true;
  };
}

type Batch = { results: readonly Result[]; verdicts: readonly Verdict[] };

const only = <K extends Outcome['kind']>(results: readonly Result[], kind: K) =>
  results.filter((result): result is ResultOf<K> => result.kind === kind);

async function write(db: Database, log: Log, { results, verdicts }: Batch): Promise<void> {
  const ended = [...only(results, 'acknowledged'), ...only(results, 'hidden')];
  const again = only(results, 'again');
  const dropped = only(results, 'dropped');
  if (ended.length > 0) await deleteLeased(db, ended);
  if (again.length > 0) await scheduleAgain(db, again);
  const count = dropped.length > 0 ? await dropEvents(db, dropped) : 0;
  if (verdicts.length > 0) await updateRooms(db, verdicts);
  if (count > 0) log.warn({ events: count, reason: dropped[0]?.reason }, 'events dropped: all attempts failed');
}

/** Writes the results as soon as the database is there. Never throws. */
async function writeWhenUp(db: Database, log: Log, batch: Batch): Promise<void> {
  const events = batch.results.length;
  for (let waited = 0; waited <= giveUpMs; waited += retryMs) {
    try {
      return await write(db, log, batch);
    } catch (error) {
      if (!isOutage(error)) {
        log.error({ err: error, events }, 'results of attempts could not be written');
        return;
      }
      await sleep(retryMs);
    }
  }
  log.warn({ events }, 'results of attempts were lost: these events will be sent again');
}

/**
 * Writes results in batches: while one is written, the next gathers. Every statement names the lease, so a worker that
 * reports after its lease went to another, or after the event was deleted, changes nothing.
 */
export function resultRecorder(db: Database, log: Log): RecordResult {
  const queue: { result: Result; done: () => void }[] = [];
  const isNews = newsOfCallbacks();
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      const results = batch.map(({ result }) => result);
      await writeWhenUp(db, log, { results, verdicts: verdictsOf(results, isNews) });
      for (const { done } of batch) done();
    }
    writing = false;
  }

  return (result) =>
    new Promise((done) => {
      queue.push({ result, done });
      if (!writing) void writeAll();
    });
}
