/**
 * Pushes events to active callbacks (docs/api/events.md#active-callbacks, docs/decisions/0017-the-schedule-of-events.md).
 *
 * Each process runs one pusher. PostgreSQL holds the state of every event, so a pusher can be killed at any time, and several
 * can share the work.
 *
 * # The states of an event
 *
 * - waiting: `next_attempt_at` is in the future.
 * - due: `next_attempt_at` has passed. A new event is due at once.
 * - leased: a pusher has claimed the event, which counts an attempt. `next_attempt_at` is the end of the lease.
 *
 * A leased event moves on when:
 *
 * - the receiver acknowledges it: it is deleted.
 * - the attempt fails: it waits for the next one, by retry-schedule.ts. After the last attempt it is dropped: deleted, with a
 *   copy for operators. If the attempt was a probe, it counts for all other events that were due when it began, and they
 *   move on alike (giving-up/failed-probe.ts).
 * - the lease ends without a result, because the pusher hangs: it is due again.
 * - the pusher dies: other pushers see within a second that nobody holds its lock. The event is due again, from the fourth
 *   death on by the schedule.
 *
 * # The modes of a pusher
 *
 * A pusher is always in one of these modes:
 *
 * - IDLE
 * - CLAIMING
 * - FULL
 * - UNAVAILABLE
 * - CLOSING
 *
 * ## IDLE
 *
 * Nothing is due, as far as the pusher knows. Attempts may be in flight.
 *
 * - `wake(connection_ids)`, on new events or the end of an attempt: move to CLAIMING, for these connections.
 * - One second after the last poll: move to CLAIMING, for all connections. This poll finds retries, and what other processes
 *   left behind. It also ends the leases of dead pushers.
 *
 * ## CLAIMING
 *
 * Takes the worker lock unless it has it already, then claims as many due events as it can send at once. Only one claim runs
 * at a time; connections that are woken meanwhile are the candidates of the next one.
 *
 * - Events were claimed: start their attempts, without waiting for them; then as below.
 * - `inFlightMax` attempts are in flight (limits/concurrency-limits.ts): move to FULL.
 * - Connections were woken meanwhile: stay in CLAIMING, for these.
 * - Otherwise: move to IDLE.
 * - The lock or the claim fails: move to UNAVAILABLE.
 *
 * ## FULL
 *
 * Claims nothing.
 *
 * - An attempt ends: move to CLAIMING, for all connections. The same happens in every mode when a client, an account or a host
 *   had reached its limit.
 *
 * ## UNAVAILABLE
 *
 * The database does not answer. Attempts in flight go on, and their results wait in memory.
 *
 * - After a pause, which doubles up to one second: move to CLAIMING.
 *
 * ## CLOSING
 *
 * `close()` leads here from every mode. Claims nothing any more.
 *
 * - All attempts have ended and their results are stored, or the time limit of an attempt has passed: free the lock, and stop.
 */
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import { gauge } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import { startRepeating } from '@order-hub/shared/repeating';
import { setTimeout as sleep } from 'node:timers/promises';
import { listAttempts, type Attempt } from './attempts/attempt.store.ts';
import { pushEvent, type PushDeps } from './attempts/push-event.ts';
import { waitsAfterDeath } from './attempts/retry-schedule.ts';
import { claimEvents, endLeasesOfDead, type Claimed } from './claiming/claim.store.ts';
import { workerLock } from './claiming/hold-worker-lock.ts';
import { attemptsInFlight, type InFlight } from './limits/in-flight.ts';
import { recordProbe } from './giving-up/record-probe.ts';
import { resultRecorder, type Recording, type RecordResult } from './results/record-results.ts';

/** The ids of connections; null stands for all of them. */
type Candidates = readonly string[] | null;

export type Pusher = {
  /** Says that events of these connections may be due. */
  wake(connection_ids: readonly string[]): void;
  /** For how many seconds it has claimed without a break. */
  servedSeconds(): number;
  /** Stops claiming, and waits until the attempts in flight have ended and their results are stored. */
  close(): Promise<void>;
};

export type PusherOptions = PushDeps & {
  db: Database;
  log: Log;
  timeoutMs: number;
  metrics: Metrics;
  onDropped(events: number): void;
  findAnonymised: Recording['findAnonymised'];
};

const pushesInFlight = gauge('hub_pushes_in_flight', 'Pushes whose result is not known yet.');

const pollMs = 1_000;
const lastResultsMs = 2_000;

/** A lease outlasts any attempt, so only a process that died or hangs loses one. */
const leaseMarginSeconds = 10;

const messages = {
  failing: 'events wait: nothing can be claimed',
  well: 'events are claimed again',
  probe: 'a failed attempt was not counted for the events that wait',
};

type Worker = {
  id: string;
  options: PusherOptions;
  inFlight: InFlight;
  record: RecordResult;
  dispatches: Set<Promise<void>>;
  wake(candidates: Candidates): void;
};

/** Pushes one event and stores the result. Then wakes the pusher for the events that waited for this attempt to end. */
async function complete(worker: Worker, claimed: Claimed, attempt: Attempt | undefined): Promise<void> {
  const { options, inFlight, record, wake } = worker;
  const result = await pushEvent(options, claimed, attempt);
  await record(result);
  await recordProbe(options, result).catch((error: Error) =>
    options.log.warn({ reason: error.message }, messages.probe),
  );
  const claimable = inFlight.remove(claimed);
  if (claimable !== 'nobody') wake(claimable === 'everybody' ? null : [claimed.connection_id]);
}

/** Reads what the attempts of the claimed events need, and makes all attempts at once. */
async function dispatch(worker: Worker, claims: readonly Claimed[]): Promise<void> {
  const { options, inFlight } = worker;
  try {
    const attempts = new Map((await listAttempts(options.db, claims)).map((attempt) => [attempt.id, attempt]));
    await Promise.all(claims.map((claimed) => complete(worker, claimed, attempts.get(claimed.event_id))));
  } catch (error) {
    // Only listAttempts can fail. The leases end by themselves.
    options.log.warn({ reason: (error as Error).message, events: claims.length }, 'claimed events could not be read');
    for (const claimed of claims) inFlight.remove(claimed);
  }
}

/** Claims due events and dispatches them, without waiting for the attempts. */
async function claim(worker: Worker, candidates: Candidates): Promise<void> {
  const { id, options, inFlight, dispatches } = worker;
  const free = inFlight.free();
  if (free <= 0) return;
  const claims = await claimEvents(options.db, {
    candidates,
    free,
    freeSlow: inFlight.freeSlow(),
    remaining: inFlight.remaining(),
    lease: `${id}.${newId()}`,
    leaseSeconds: options.timeoutMs / 1000 + leaseMarginSeconds,
  });
  inFlight.add(claims, candidates ?? []);
  if (claims.length === 0) return;
  const dispatched = dispatch(worker, claims).finally(() => dispatches.delete(dispatched));
  dispatches.add(dispatched);
}

/** Ends the leases of workers that died. */
async function freeLeases({ options: { db, log, retryBaseSeconds } }: Worker): Promise<void> {
  const events = await endLeasesOfDead(db, waitsAfterDeath(retryBaseSeconds));
  if (events > 0) log.info({ events }, 'the leases of a process that died have ended');
}

/** Collects the connections that are woken between two claims. `take` returns all connections when none was woken. */
function wokenCandidates() {
  let ids: Set<string> | null = new Set();
  return {
    add(candidates: Candidates): void {
      if (candidates === null) ids = null;
      else for (const connection_id of candidates) ids?.add(connection_id);
    },
    take(): Candidates {
      const taken = ids === null || ids.size === 0 ? null : [...ids];
      ids = new Set();
      return taken;
    },
  };
}

/** What a worker has in flight, and how it stores results. */
function measuredParts({ metrics, ...recording }: PusherOptions): Pick<Worker, 'inFlight' | 'record'> {
  const inFlight = attemptsInFlight();
  metrics.gauge(pushesInFlight, {}, inFlight.total);
  return { inFlight, record: resultRecorder(recording) };
}

/** For how long rounds have gone well without a break. */
function unbrokenTime() {
  let since: number | undefined;
  return {
    seconds: () => (since === undefined ? 0 : (performance.now() - since) / 1_000),
    async by(round: () => Promise<void>): Promise<void> {
      try {
        await round();
        since ??= performance.now();
      } catch (error) {
        since = undefined;
        throw error;
      }
    },
  };
}

/** Starts pushing. Never throws: waits while the database is unavailable. */
export function startPusher(options: PusherOptions): Pusher {
  const { db, log, timeoutMs } = options;
  const id = newId();
  const lock = workerLock(db, id);
  const dispatches = new Set<Promise<void>>();
  const woken = wokenCandidates();
  const served = unbrokenTime();
  let pollAt = 0;

  function wake(candidates: Candidates): void {
    if (candidates?.length === 0) return;
    woken.add(candidates);
    rounds.wake();
  }

  async function round(): Promise<void> {
    await lock.hold();
    const isPoll = performance.now() >= pollAt;
    if (isPoll) {
      pollAt = performance.now() + pollMs;
      woken.add(null);
      await freeLeases(worker);
    }
    await claim(worker, woken.take());
  }

  const worker: Worker = { id, options, ...measuredParts(options), dispatches, wake };
  const rounds = startRepeating({ work: () => served.by(round), everyMs: pollMs, log, messages });
  return {
    wake,
    servedSeconds: served.seconds,
    async close() {
      await rounds.close();
      await Promise.race([Promise.allSettled(dispatches), sleep(timeoutMs + lastResultsMs, undefined, { ref: false })]);
      await lock.close();
    },
  };
}
