/** Removes audit entries after their retention (docs/api/back-office.md#old-entries). Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteEntriesBefore } from './audit.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; auditDays: number };

const everyMs = 60 * 60_000;
const entriesMax = 1_000;
const dayMs = 24 * 60 * 60_000;

export const startClearingAudit = ({ db, log, now, auditDays }: Deps): Repeating =>
  startClearing({
    what: 'old audit entries',
    clear: () => deleteEntriesBefore(db, new Date(now().getTime() - auditDays * dayMs), entriesMax),
    everyMs,
    log,
  });
