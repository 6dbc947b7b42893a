import type { Queryable } from '@order-hub/shared/database';
import type { Actor } from '../../audit/audit.ts';
import { disconnectIn } from '../disconnect-connection.ts';
import { listLiveExamples } from './expiring-connection.store.ts';

/** Disconnects the example connections of a user, in the transaction `trx`. */
export async function disconnectExamples(trx: Queryable, by: Actor, user_id: string): Promise<void> {
  for (const { id } of await listLiveExamples(trx, user_id)) await disconnectIn(trx, by, id);
}
