/** Removes the marks of customers who were anonymised long ago: no order of that time is still being placed. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteOldMarks } from './anonymised-customer.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; days: number };

const everyMs = 3_600_000;
const marksMax = 1_000;
const dayMs = 24 * 3_600_000;

export const startClearingMarks = ({ db, log, now, days }: Deps): Repeating =>
  startClearing({
    what: 'old marks of anonymised customers',
    clear: () => deleteOldMarks(db, new Date(now().getTime() - days * dayMs), marksMax),
    everyMs,
    log,
  });
