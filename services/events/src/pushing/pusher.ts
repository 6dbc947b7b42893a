/**
 * Pushes due events (contract: Active callback; DESIGN, section 3, point 6). The schedule lives in Postgres; a process
 * claims what it can send at once, so a claim is the start of an attempt. Newly stored events are claimed at once
 * (`wake`), retries and what other processes left behind by a poll.
 */
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFlights, type Flights } from './flights.ts';
import { claimEvents, listAttempts, type Attempt, type Claimed } from './lease.store.ts';
import { pushEvent, type PushDeps } from './push-event.ts';
import { openRecorder, type Recorder, type Result } from './recorder.ts';
import { everything, startRounds } from './rounds.ts';

export type Pusher = {
  /** Events of these connections may be due now. */
  wake(connection_ids: readonly string[]): void;
  /** Claims no more, lets attempts finish within the time limit of one, gives back what is left. */
  close(): Promise<void>;
};

export type PusherOptions = Omit<PushDeps, 'log'> & { db: Database; log: Log; timeoutMs: number };

const perConnection = 4;
const perProcess = 1_000;
const pollMs = 1_000;
const lastWordsMs = 2_000;

/** A lease lasts longer than an attempt can, so that only a worker that died or hangs loses one. */
const leaseMarginSeconds = 10;

const keyOf = ({ callback_id, id }: { callback_id: string; id: string }) => `${callback_id} ${id}`;

type Tower = {
  options: PusherOptions;
  flights: Flights;
  recorder: Recorder;
  running: Set<Promise<void>>;
  wake: (connection_ids: readonly string[] | null) => void;
};

/** What becomes of a claimed event. Without an attempt its callback has become passive, or is gone, since the claim. */
function resultOf({ options }: Tower, claimed: Claimed, attempt: Attempt | undefined): Promise<Result> {
  if (!attempt) return Promise.resolve({ ...claimed, kind: 'again', seconds: 0, counted: false });
  return pushEvent(options, attempt, claimed).catch((error: Error): Result => {
    options.log.error({ err: error, event_id: claimed.event_id }, 'an attempt could not be made');
    return { ...claimed, kind: 'again', seconds: options.retryBaseSeconds, counted: true };
  });
}

/** One event from its claim to its written result; what had to wait for it is looked at then. */
async function fly(tower: Tower, claimed: Claimed, attempt: Attempt | undefined): Promise<void> {
  const { flights, recorder, wake } = tower;
  await recorder.record(await resultOf(tower, claimed, attempt));
  const wasFull = flights.total() >= perProcess;
  if (flights.land(claimed.connection_id)) wake([claimed.connection_id]);
  if (wasFull) wake(everything);
}

/** Reads what the claimed events need, and sends each on its way; the next claim does not wait for that. */
async function launch(tower: Tower, claims: readonly Claimed[]): Promise<void> {
  const { flights, options } = tower;
  try {
    const attempts = new Map((await listAttempts(options.db, claims)).map((attempt) => [keyOf(attempt), attempt]));
    await Promise.all(
      claims.map((claimed) => {
        const { callback_id, event_id: id } = claimed;
        return fly(tower, claimed, attempts.get(keyOf({ callback_id, id })));
      }),
    );
  } catch (error) {
    // Only reading can fail. The leases run out by themselves.
    options.log.warn({ reason: (error as Error).message, events: claims.length }, 'claimed events could not be read');
    for (const { connection_id } of claims) flights.land(connection_id);
  }
}

/** Claims what is due, of the candidates or (null) of everybody, and sends it on its way. */
async function claimRound(tower: Tower, candidates: readonly string[] | null): Promise<void> {
  const { flights, options, running } = tower;
  // When this process is full, the first event that lands looks at everything.
  const free = perProcess - flights.total();
  if (free <= 0) return;
  const leaseSeconds = options.timeoutMs / 1000 + leaseMarginSeconds;
  const claim = { candidates, free, roomEach: perConnection, lease: newId(), leaseSeconds };
  const claims = await claimEvents(options.db, claim);
  flights.takeOff(claims, candidates ?? []);
  if (claims.length === 0) return;
  const launched = launch(tower, claims);
  running.add(launched);
  void launched.finally(() => running.delete(launched));
}

/** Waits for what is under way: as long as one attempt may take, then cuts it and waits for its result to be written. */
async function finish({ options, running }: Tower): Promise<void> {
  const done = () => Promise.allSettled(running);
  await Promise.race([done(), sleep(options.timeoutMs, undefined, { ref: false })]);
  options.sender.stop();
  await Promise.race([done(), sleep(lastWordsMs, undefined, { ref: false })]);
}

/** Starts pushing. Never throws: a database that is away is waited for. */
export function startPusher(options: PusherOptions): Pusher {
  const { db, log } = options;
  const tower: Tower = {
    options,
    flights: openFlights(),
    recorder: openRecorder(db, log),
    running: new Set(),
    wake: (connection_ids) => rounds.wake(connection_ids),
  };
  const rounds = startRounds({ round: (candidates) => claimRound(tower, candidates), pollMs, log });
  return {
    wake: rounds.wake,
    async close() {
      await rounds.close();
      await finish(tower);
    },
  };
}
