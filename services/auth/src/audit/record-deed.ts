import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Actor, Deed } from './audit.ts';
import { insertEntry } from './audit.store.ts';

/** Adds to the audit, in the transaction of what is done: both are there, or neither. */
export const recordDeed = (trx: Queryable, by: Actor, deed: Deed): Promise<void> =>
  insertEntry(trx, newId(by.at), { ...by, ...deed });
