/**
 * Pushes events to active callbacks (docs/api/events.md#active-callbacks, docs/decisions/0017-the-schedule-of-events.md).
 *
 * An event is always in one state, which its row in Postgres shows; so a process can be killed at any time:
 *
 * - waiting: `next_attempt_at` is still to come.
 * - due: `next_attempt_at` has passed. A new event is due at once.
 * - leased: a worker has claimed it, and the attempt is counted. `next_attempt_at` is the end of the lease; when it passes
 *   without a result, the worker hangs, and the event is due again. A worker that died loses its leases within a second:
 *   the others see that nobody holds its lock. Then the event is due at once, after some deaths by the schedule.
 *
 * The result of the attempt ends the lease:
 *
 * - acknowledged: the event is deleted.
 * - scheduled again: the event waits, by retry-schedule.ts.
 * - dropped: it was the last attempt. The event is deleted, and operators keep a copy.
 *
 * The worker in each process holds a lock as long as it lives, without which it claims nothing. It claims only what it can send at once. It is:
 *
 * - idle: nothing is due. It claims when it is woken for some connections, and from everybody once a second: that finds
 *   retries, and what other processes left behind.
 * - claiming: one claim at a time. Connections that are woken meanwhile are the candidates of the next one.
 * - full: `inFlightMax` attempts are in flight (room.ts). It claims nothing; the first result makes it claim from everybody,
 *   as does one that makes room for a client, an account or a host which had none.
 * - closing: it claims no more, and waits until the attempts in flight have ended and their results are written.
 */
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import { startRepeating } from '@order-hub/shared/repeating';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerLock } from './hold-worker-lock.ts';
import { attemptsInFlight, type InFlight } from './in-flight.ts';
import { claimEvents, endLeasesOfDead, listAttempts, type Attempt, type Claimed } from './lease.store.ts';
import { pushEvent, type PushDeps } from './push-event.ts';
import { resultRecorder, type RecordResult } from './record-results.ts';
import { waitsAfterDeath } from './retry-schedule.ts';

/** Connection ids; null is everybody. */
type Candidates = readonly string[] | null;

export type Pusher = {
  /** Events of these connections may be due now. */
  wake(connection_ids: readonly string[]): void;
  /** Claims no more, and waits for the attempts in flight: at most as long as one may take, and for its result. */
  close(): Promise<void>;
};

export type PusherOptions = PushDeps & { db: Database; log: Log; timeoutMs: number };

const pollMs = 1_000;
const lastResultsMs = 2_000;

/** A lease lasts longer than an attempt can, so that only a process that died or hangs loses one. */
const leaseMarginSeconds = 10;

type Worker = {
  id: string;
  options: PusherOptions;
  inFlight: InFlight;
  record: RecordResult;
  dispatches: Set<Promise<void>>;
  wake(candidates: Candidates): void;
};

/** One event, from its claim to its written result. Then there is room for what waited for it. */
async function complete(worker: Worker, claimed: Claimed, attempt: Attempt | undefined): Promise<void> {
  const { options, inFlight, record, wake } = worker;
  await record(await pushEvent(options, claimed, attempt));
  const roomFor = inFlight.remove(claimed);
  if (roomFor !== 'nobody') wake(roomFor === 'everybody' ? null : [claimed.connection_id]);
}

/** Reads what the attempts of the claimed events need, and makes all of them. */
async function dispatch(worker: Worker, claims: readonly Claimed[]): Promise<void> {
  const { options, inFlight } = worker;
  try {
    const attempts = new Map((await listAttempts(options.db, claims)).map((attempt) => [attempt.id, attempt]));
    await Promise.all(claims.map((claimed) => complete(worker, claimed, attempts.get(claimed.event_id))));
  } catch (error) {
    // Only the reading can fail. The leases end by themselves.
    options.log.warn({ reason: (error as Error).message, events: claims.length }, 'claimed events could not be read');
    for (const claimed of claims) inFlight.remove(claimed);
  }
}

/** Claims what is due and dispatches it; the next claim does not wait for the attempts. */
async function claim(worker: Worker, candidates: Candidates): Promise<void> {
  const { id, options, inFlight, dispatches } = worker;
  const free = inFlight.free();
  if (free <= 0) return;
  const claims = await claimEvents(options.db, {
    candidates,
    free,
    freeSlow: inFlight.freeSlow(),
    rooms: inFlight.rooms(),
    lease: `${id}.${newId()}`,
    leaseSeconds: options.timeoutMs / 1000 + leaseMarginSeconds,
  });
  inFlight.add(claims, candidates ?? []);
  if (claims.length === 0) return;
  const dispatched = dispatch(worker, claims).finally(() => dispatches.delete(dispatched));
  dispatches.add(dispatched);
}

/** Ends the leases of other workers that died. */
async function freeLeases({ options: { db, log, retryBaseSeconds } }: Worker): Promise<void> {
  const events = await endLeasesOfDead(db, waitsAfterDeath(retryBaseSeconds));
  if (events > 0) log.info({ events }, 'the leases of a process that died have ended');
}

/** Who was woken since the last claim; everybody when nobody was. */
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

const messages = { failing: 'events wait: nothing can be claimed', well: 'events are claimed again' };

/** Starts pushing. Never throws: a database that is away is waited for. */
export function startPusher(options: PusherOptions): Pusher {
  const { db, log, timeoutMs } = options;
  const id = newId();
  const lock = workerLock(db, id);
  const dispatches = new Set<Promise<void>>();
  const woken = wokenCandidates();
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

  const worker: Worker = {
    id,
    options,
    inFlight: attemptsInFlight(),
    record: resultRecorder(db, log),
    dispatches,
    wake,
  };
  const rounds = startRepeating({ work: round, everyMs: pollMs, log, messages });
  return {
    wake,
    async close() {
      await rounds.close();
      await Promise.race([Promise.allSettled(dispatches), sleep(timeoutMs + lastResultsMs, undefined, { ref: false })]);
      await lock.close();
    },
  };
}
