import { startAnonymising } from '@order-hub/shared/anonymising';
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { Repeating } from '@order-hub/shared/repeating';
import { listUnfinished, updateFinished } from './anonymised-customer.store.ts';
import type { AnonymisedCustomer } from './order-customer.ts';

type Deps = {
  db: Database;
  now: () => Date;
  log: Log;
  /** Anonymises some of the customers' orders, with ids above `after`; returns the last id, null when none was left. */
  anonymiseBatch(customers: readonly AnonymisedCustomer[], after: string): Promise<string | null>;
};

/** Anonymises the orders of marked customers in the background. */
export const startAnonymisingCustomers = (deps: Deps): Repeating =>
  startAnonymising({ ...deps, listUnfinished, finish: updateFinished });
