import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { announceConnections } from '../connections/announce-connections.ts';
import { announceLocations } from '../locations/announce-locations.ts';
import { lockAccount, updateAccountSuspension } from './account.store.ts';

type Deps = { db: Database };

/**
 * Suspends or resumes an account, and with it all its locations and connections (contract, "Invalid tokens": the
 * subscription is not paid). Nothing is told when it is so already. Raises 404.
 */
export function suspendAccount({ db }: Deps, { now }: Context<null>, id: string, suspended: boolean) {
  return transaction(db, async (trx) => {
    const account = await lockAccount(trx, id);
    if (!account) throw notFound('Account');
    if (account.suspended !== suspended) {
      await updateAccountSuspension(trx, id, suspended ? now : null);
      await announceConnections(trx, { account_id: id });
      await announceLocations(trx, id);
    }
    return { id, name: account.name, suspended };
  });
}
