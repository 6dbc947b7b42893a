import type { Database } from '@order-hub/shared/database';
import type { EventResult } from '../attempts/attempt.ts';
import { countProbe, type FailedProbe } from './given-up.store.ts';
import { failedProbeOf } from './failed-probe.ts';

const batchMax = 1_000;

type Deps = { db: Database; retryBaseSeconds: number; onDropped(events: number): void };

/** Counts a failed probe for every event that it stood for; does nothing after any other attempt. */
export async function recordProbe({ db, retryBaseSeconds, onDropped }: Deps, result: EventResult): Promise<void> {
  const probe: FailedProbe | undefined = failedProbeOf(result, retryBaseSeconds);
  if (!probe) return;
  for (let events = batchMax; events === batchMax;) {
    const ended = await countProbe(db, probe, batchMax);
    if (ended.given_up > 0) onDropped(ended.given_up);
    events = ended.events;
  }
}
