import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { boundedDetails, type Actor, type Deed } from './audit.ts';
import { insertEntry } from './audit.store.ts';

/**
 * Adds to the audit, in the transaction of what is done: both are there, or neither. The messages that tell other services
 * of the same change go with it, so that the audit costs no round trip more.
 */
export const recordDeed = (
  trx: Queryable,
  by: Actor,
  { details, ...deed }: Deed,
  ...messages: OutgoingMessage[]
): Promise<void> =>
  insertEntry(trx, newId(by.at), { ...by, ...deed, ...(details && { details: boundedDetails(details) }) }, messages);
