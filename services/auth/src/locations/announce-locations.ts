import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { locationFactsChanged } from './location.events.ts';
import { listLocationIds } from './suspension.store.ts';

/** Tells gateways to ask anew about every location of an account. */
export async function announceLocations(trx: Queryable, account_id: string): Promise<void> {
  const ids = await listLocationIds(trx, account_id);
  await record(trx, ...ids.map((id) => locationFactsChanged(id, account_id)));
}
