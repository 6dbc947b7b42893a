/**
 * Anonymises waiting and parked messages in the outbox. Messages written after the anonymisation hold no personal data,
 * because every write to a customer locks its row.
 */
import { startAnonymising } from '@order-hub/shared/anonymising';
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { Repeating } from '@order-hub/shared/repeating';
import { deleteFinished, listUnfinished } from './anonymised-customer.store.ts';

type Deps = { db: Database; now: () => Date; log: Log };

/** Anonymises the outbox's messages of marked customers in the background. */
export const startAnonymisingOutbox = (deps: Deps): Repeating =>
  startAnonymising({ ...deps, listUnfinished, finish: deleteFinished });
