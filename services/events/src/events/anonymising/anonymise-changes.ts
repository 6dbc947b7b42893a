/**
 * Anonymises the stored changes of marked customers and of their orders. Every event and every operator's copy refers to a
 * stored change, and so is anonymised with it.
 */
import { anonymisedChange } from '@order-hub/shared/anonymised-change';
import { startAnonymising } from '@order-hub/shared/anonymising';
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { Repeating } from '@order-hub/shared/repeating';
import {
  listChangesOf,
  listUnfinished,
  updateFinished,
  updateStates,
  type AnonymisedCustomer,
} from './anonymised-customer.store.ts';

type Deps = { db: Database; now: () => Date; log: Log };

const batchSize = 200;

/** Anonymises a batch of the customers' changes with ids above `after`; returns the last id, null when none was left. */
async function anonymiseChanges(db: Database, customers: readonly AnonymisedCustomer[], after: string) {
  const changes = await listChangesOf(db, { customers, after, count: batchSize });
  if (changes.length > 0) await updateStates(db, changes.map(anonymisedChange));
  return changes.at(-1)?.id ?? null;
}

/** Anonymises the stored changes of marked customers in the background. */
export const startAnonymisingChanges = (deps: Deps): Repeating =>
  startAnonymising({
    ...deps,
    listUnfinished,
    anonymiseBatch: (customers: readonly AnonymisedCustomer[], after) => anonymiseChanges(deps.db, customers, after),
    finish: updateFinished,
  });
