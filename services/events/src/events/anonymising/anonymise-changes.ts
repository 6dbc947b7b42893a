/**
 * Anonymises the stored changes of marked customers and of their orders. Every event and every operator's copy refers to a
 * stored change, and so is anonymised with it. What receivers answered, and may have repeated, is deleted.
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

/** `clearAnswersAbout`: deletes what receivers answered to events about these customers. */
type Deps = {
  db: Database;
  now: () => Date;
  log: Log;
  clearAnswersAbout: (db: Database, customer_ids: readonly string[]) => Promise<void>;
};

const batchSize = 200;

/** Anonymises a batch of the customers' changes with ids above `after`; returns the last id, null when none was left. */
async function anonymiseChanges(
  { db, clearAnswersAbout }: Deps,
  customers: readonly AnonymisedCustomer[],
  after: string,
) {
  const ids = customers.map(({ customer_id }) => customer_id);
  if (after === '' && ids.length > 0) await clearAnswersAbout(db, ids);
  const changes = await listChangesOf(db, { customers, after, count: batchSize });
  if (changes.length > 0) await updateStates(db, changes.map(anonymisedChange));
  return changes.at(-1)?.id ?? null;
}

/** Anonymises the stored changes of marked customers in the background. */
export const startAnonymisingChanges = (deps: Deps): Repeating =>
  startAnonymising({
    ...deps,
    listUnfinished,
    anonymiseBatch: (customers: readonly AnonymisedCustomer[], after) => anonymiseChanges(deps, customers, after),
    finish: updateFinished,
  });
