import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { locationFactsChanged } from './location.events.ts';
import { findLocationIds } from './location.store.ts';

/** Makes gateways look up every location of an account again. */
export async function announceLocations(trx: Queryable, account_id: string): Promise<void> {
  const ids = await findLocationIds(trx, account_id);
  await record(trx, ...ids.map((id) => locationFactsChanged(id, account_id)));
}
