/** Removes codes that can no longer be exchanged (docs/api/authentication.md#authorisation-codes). Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteExpiredCodes } from './code.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 60_000;
const codesMax = 1_000;

export const startClearingCodes = ({ db, log, now }: Deps): Repeating =>
  startClearing({ what: 'expired codes', clear: () => deleteExpiredCodes(db, now(), codesMax), everyMs, log });
