/**
 * A location pauses by itself when a closed time of a special day begins (docs/api/back-office.md#special-days), and returns to normal
 * at its end as from every pause. `look_at` is a column, so a restart loses none; a day and its location are locked while they
 * change, so replicas share the work.
 */
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { noRequest } from '@order-hub/shared/message-cause';
import { record } from '@order-hub/shared/outbox';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { isSameLocation, type Location } from '../location.ts';
import { locationUpdated } from '../location.events.ts';
import { lockLocation, updateSettings } from '../location.store.ts';
import { acceptanceWhileClosed, dueOf } from './special-day.ts';
import { deleteSpecialDay, lockDueDays, updateLook } from './special-day.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; wakeRelay: () => void };

type DueDay = Awaited<ReturnType<typeof lockDueDays>>[number];

const everyMs = 1_000;

/** Pauses a location, with a `location.update` caused by no client. */
async function pauseLocation(
  trx: Queryable,
  before: Location,
  closed: { until: Date; note: string | null },
  now: Date,
) {
  const after = { ...before, order_acceptance: acceptanceWhileClosed(before.order_acceptance, closed) };
  if (isSameLocation(before, after)) return;
  await updateSettings(trx, after);
  await record(trx, locationUpdated(before, after, { client_id: null, now, ...noRequest }));
}

async function closeOnDay(trx: Queryable, special: DueDay, now: Date): Promise<void> {
  // Read again: another day of the same location may just have paused it.
  const location = await lockLocation(trx, special.account_id, special.location_id);
  if (!location) return;
  const { until, look_at } = dueOf(special, location, now);
  if (until) await pauseLocation(trx, location, { until, note: special.note }, now);
  if (look_at) await updateLook(trx, { ...special, paused_until: until ?? special.paused_until, look_at });
  else await deleteSpecialDay(trx, special);
}

/** Does what is due of up to 100 special days. Returns how many. */
const closeOnSpecialDays = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (trx) => {
    const due = await lockDueDays(trx, now);
    for (const special of due) await closeOnDay(trx, special, now);
    return due.length;
  });

/** Looks every second for special days that are due, and deletes those that are over. */
export const startClosingOnSpecialDays = ({ db, log, now, wakeRelay }: Deps): Repeating =>
  startRepeating({
    async work() {
      while ((await closeOnSpecialDays(db, now())) > 0) wakeRelay();
    },
    everyMs,
    log,
    messages: {
      failing: 'special days cannot close locations at the moment',
      well: 'special days close locations again',
    },
  });
