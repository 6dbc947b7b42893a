/** Gives up events that cannot be sent as fast as they come, so that no backlog grows for ever (docs/api/events.md#backlog). */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { scheduleSeconds } from '../attempts/retry-schedule.ts';
import {
  dropLate,
  dropThrough,
  findLargeBacklogs,
  markBehind,
  type BacklogMax,
  type LargeBacklog,
} from './given-up.store.ts';

/** Why events were given up without their seven attempts, as operators and the pages of a connection show it. */
const reasons = { late: 'the receiver is slower than its events come', full: 'the backlog of the connection was full' };

type Unsent = { db: Database; backlogMax: BacklogMax; onDropped(events: number): void };

const callbacksMax = 500;
const batchMax = 1_000;

async function dropOver({ db, onDropped }: Unsent, large: LargeBacklog): Promise<void> {
  if (large.through === null) return;
  for (let events = batchMax; events === batchMax;) {
    events = await dropThrough(db, large, { count: batchMax, reason: reasons.full });
    onDropped(events);
  }
}

/** Keeps every backlog within its bound: of a larger one the oldest events are given up. Marks the large ones. */
export async function removeOverBacklog(unsent: Unsent): Promise<void> {
  const { db, backlogMax: max } = unsent;
  for (let after: string | null = ''; after !== null;) {
    const { large, last } = await findLargeBacklogs(db, { after, count: callbacksMax, max });
    if (large.length > 0)
      await markBehind(
        db,
        large.map(({ callback_id }) => callback_id),
      );
    for (const backlog of large) await dropOver(unsent, backlog);
    after = last;
  }
}

/** Gives up events that have not had their attempts in `seconds`. */
export async function removeLate({ db, onDropped }: Omit<Unsent, 'backlogMax'>, seconds: number): Promise<void> {
  for (let events = 1; events > 0;) {
    events = await dropLate(db, { seconds, reason: reasons.late });
    onDropped(events);
  }
}

type Deps = Unsent & {
  log: Log;
  retryBaseSeconds: number;
  timeoutMs: number;
  /** For how long this process has claimed events without a break. Before that, nobody was late but the hub. */
  servedSeconds(): number;
};

const everyMs = 60_000;
/** A look at all backlogs reads every event that waits. */
const backlogsEveryMs = 5 * 60_000;

/** Gives up once a minute what is late, and every five minutes what is over the bound. */
export function startRemovingUnsent({ log, servedSeconds, retryBaseSeconds, timeoutMs, ...unsent }: Deps): Repeating {
  const seconds = scheduleSeconds(retryBaseSeconds, timeoutMs / 1_000);
  let lookedAtBacklogs = -Infinity;
  return startRepeating({
    async work() {
      if (servedSeconds() > seconds) await removeLate(unsent, seconds);
      const now = performance.now();
      if (now - lookedAtBacklogs < backlogsEveryMs) return;
      await removeOverBacklog(unsent);
      lookedAtBacklogs = now;
    },
    everyMs,
    log,
    messages: { failing: 'unsent events are not given up', well: 'unsent events are given up again' },
  });
}
