import type { FindAnonymised } from '@order-hub/shared/anonymising';
import { isOutage, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { logAttempts } from '../../attempt-log/log-attempts.ts';
import { isRefusal, type EventResult, type FailureStage, type Outcome, type SentAttempt } from '../attempts/attempt.ts';
import { callbackUpdatesOf, type CallbackUpdate } from './callback-updates.ts';
import { deleteLeased, dropEvents, scheduleRetries, updateCallbacks } from './result.store.ts';

/** Resolves when the result is stored, or cannot be used any more. */
export type RecordResult = (result: EventResult) => Promise<void>;

const retryMs = 250;
const batchMax = 500;

/** As long as the longest lease. Afterwards other workers may claim the event, and the result cannot be used. */
const giveUpMs = 30_000;

/** All results of a callback are stored in one row, so one of several equal results is stored per this time. */
const repeatMs = 5_000;
const callbacksMax = 20_000;

const after = 'after' satisfies FailureStage;

/** Decides which results are stored as the last one of their callback (docs/decisions/0029-the-last-attempt-of-a-callback.md). */
function lastAttemptFilter(): (callback_id: string, sent: Pick<SentAttempt, 'answer'>) => boolean {
  const recorded = new LRUCache<string, boolean>({ max: callbacksMax, ttl: repeatMs });
  return (callback_id, { answer: { acknowledged, status } }) => {
    // Each refusal is counted. The answer after it may be the one that ends the count.
    if (isRefusal(status)) {
      recorded.delete(callback_id);
      return true;
    }
    if (recorded.get(callback_id) === acknowledged) return false;
    recorded.set(callback_id, acknowledged);
    return true;
  };
}

/** `findAnonymised`: of the customers in receivers' answers. */
export type Recording = { db: Database; log: Log; findAnonymised: FindAnonymised; onDropped(events: number): void };

type Batch = { results: readonly EventResult[]; updates: readonly CallbackUpdate[] };

type OutcomeOf<A extends Outcome['action']> = Extract<Outcome, { action: A }>;

/** The leases of the events with this outcome, each with the outcome's fields. */
const withOutcome = <A extends Outcome['action']>(results: readonly EventResult[], action: A) =>
  results.flatMap(({ claimed, outcome }) =>
    outcome.action === action ? [{ ...claimed, ...(outcome as OutcomeOf<A>) }] : [],
  );

async function write({ db, log, findAnonymised, onDropped }: Recording, { results, updates }: Batch): Promise<void> {
  const deletions = withOutcome(results, 'delete');
  const retries = withOutcome(results, 'retry');
  const drops = withOutcome(results, 'drop');
  const attempts = results.flatMap(({ logged }) => logged ?? []);
  if (deletions.length > 0) await deleteLeased(db, deletions);
  if (retries.length > 0) await scheduleRetries(db, retries);
  const givenUp = drops.length > 0 ? await dropEvents(db, drops) : 0;
  if (updates.length > 0) await updateCallbacks(db, updates);
  if (givenUp > 0) onDropped(givenUp);
  if (givenUp > 0) warnOf(log, givenUp, drops);
  if (attempts.length > 0) await logAttempts({ db, log, findAnonymised }, attempts);
}

function warnOf(log: Log, events: number, drops: readonly OutcomeOf<'drop'>[]): void {
  const reason = drops.find(({ refused }) => !refused)?.reason;
  log.warn({ events, reason }, 'events dropped: all attempts failed');
}

/** Stores the results as soon as the database is available. Never throws. */
async function writeWhenUp(recording: Recording, batch: Batch): Promise<void> {
  const { log } = recording;
  const events = batch.results.length;
  for (let waitedMs = 0; waitedMs <= giveUpMs; waitedMs += retryMs) {
    try {
      return await write(recording, batch);
    } catch (error) {
      if (!isOutage(error)) {
        log.error({ stage: after, err: error, events }, 'results of attempts could not be written');
        return;
      }
      await sleep(retryMs);
    }
  }
  log.warn({ stage: after, events }, 'results of attempts were lost: these events will be sent again');
}

/**
 * Stores results in batches: while one is being written, the next one gathers. Every statement names the lease. So the late
 * result of a worker changes nothing when its lease has gone to another worker, or the event was deleted. Calls `onDropped`
 * with the number of events that were dropped.
 */
export function resultRecorder(recording: Recording): RecordResult {
  const queue: { result: EventResult; done: () => void }[] = [];
  const isNews = lastAttemptFilter();
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (queue.length > 0) {
      const batch = queue.splice(0, batchMax);
      const results = batch.map(({ result }) => result);
      await writeWhenUp(recording, { results, updates: callbackUpdatesOf(results, isNews) });
      for (const { done } of batch) done();
    }
    isWriting = false;
  }

  return (result) =>
    new Promise((done) => {
      queue.push({ result, done });
      if (!isWriting) void writeAll();
    });
}
