/**
 * Pushes due events (contract: Active callback; DESIGN, section 3, point 6). The schedule lives in Postgres; a process
 * claims what it can send at once, so a claim is the start of an attempt. Newly stored events are claimed at once
 * (`wake`), retries and what other processes left behind by a poll.
 */
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFlights } from './flights.ts';
import { claimEvents, listAttempts, type Attempt, type Claimed } from './lease.store.ts';
import { pushEvent, type PushDeps } from './push-event.ts';
import { openRecorder, type Result } from './recorder.ts';
import { startRounds } from './rounds.ts';

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

/** A lease lasts longer than an attempt can, so that only a worker that died or hangs loses one. */
const leaseMarginSeconds = 10;

const keyOf = ({ callback_id, id }: { callback_id: string; id: string }) => `${callback_id} ${id}`;

/** Starts pushing. Never throws: a database that is away is waited for. */
export function startPusher(options: PusherOptions): Pusher {
  const { db, log, timeoutMs } = options;
  const flights = openFlights();
  const recorder = openRecorder(db, log);
  const running = new Set<Promise<void>>();

  /** One event from its claim to its written result. */
  async function fly(claimed: Claimed, attempt: Attempt | undefined): Promise<void> {
    const failed = (error: Error): Result => {
      log.error({ err: error, event_id: claimed.event_id }, 'an attempt could not be made');
      return { ...claimed, kind: 'again', seconds: options.retryBaseSeconds, counted: true };
    };
    // Without an attempt the callback has become passive, or is gone, since the claim.
    const result = attempt
      ? await pushEvent(options, attempt, claimed).catch(failed)
      : ({ ...claimed, kind: 'again', seconds: 0, counted: false } as const);
    await recorder.record(result);
    if (flights.land(claimed.connection_id)) rounds.wake([claimed.connection_id]);
    else if (flights.total() === perProcess - 1) rounds.wake([]);
  }

  function takeOff(claims: readonly Claimed[], attempts: readonly Attempt[]): void {
    const byKey = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
    for (const claimed of claims) {
      const flight = fly(claimed, byKey.get(keyOf({ callback_id: claimed.callback_id, id: claimed.event_id })));
      running.add(flight);
      void flight.finally(() => running.delete(flight));
    }
  }

  /** Connections of which more was due than could be claimed are looked at again when one of theirs lands. */
  function noteLeftBehind(candidates: readonly string[] | null, claims: readonly Claimed[]): void {
    const taken = new Map<string, number>();
    for (const { connection_id } of claims) taken.set(connection_id, (taken.get(connection_id) ?? 0) + 1);
    for (const { connection_id, due } of claims) {
      if (due > (taken.get(connection_id) ?? 0)) flights.leaveBehind(connection_id);
    }
    for (const id of candidates ?? []) if (!taken.has(id)) flights.leaveBehind(id);
  }

  async function round(candidates: readonly string[] | null): Promise<void> {
    const free = perProcess - flights.total();
    if (free <= 0) {
      for (const id of candidates ?? []) flights.leaveBehind(id);
      return;
    }
    const leaseSeconds = timeoutMs / 1000 + leaseMarginSeconds;
    const claims = await claimEvents(db, { candidates, free, roomEach: perConnection, lease: newId(), leaseSeconds });
    for (const { connection_id } of claims) flights.takeOff(connection_id);
    noteLeftBehind(candidates, claims);
    if (claims.length === 0) return;
    try {
      takeOff(claims, await listAttempts(db, claims));
    } catch (error) {
      // The leases run out by themselves.
      for (const { connection_id } of claims) flights.land(connection_id);
      throw error;
    }
  }

  const rounds = startRounds({ round, pollMs, log });
  return {
    wake: rounds.wake,
    async close() {
      await rounds.close();
      const late = sleep(timeoutMs, undefined, { ref: false }).then(() => options.sender.stop());
      await Promise.race([Promise.allSettled(running), late]);
      await Promise.race([Promise.allSettled(running), sleep(2_000, undefined, { ref: false })]);
    },
  };
}
