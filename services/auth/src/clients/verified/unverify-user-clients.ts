import type { Queryable } from '@order-hub/shared/database';
import type { Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { unverifyClientsOf } from '../client.store.ts';

/** Takes the mark of each verified client of a user away, and audits it for each. */
export async function unverifyUserClients(trx: Queryable, by: Actor, user_id: string): Promise<void> {
  for (const { id, ...details } of await unverifyClientsOf(trx, user_id))
    await recordEntry(trx, by, { action: 'client.unverify', account_id: null, subject_id: id, details });
}
