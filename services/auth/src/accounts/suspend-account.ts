import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { announceConnections } from '../connections/announce-connections.ts';
import { announceLocations } from '../locations/announce-locations.ts';
import { lockAccount, updateAccountSuspension } from './account.store.ts';

/**
 * Suspends an account with all its locations and connections, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendAccount = ({ db }: { db: Database }, { now }: Context<null>, id: string) =>
  setAccountSuspension(db, id, now);

/** Suspends the account at this time, or resumes it with null. Other services get messages only if that is a change. */
export const setAccountSuspension = (db: Database, id: string, suspended_at: Date | null) =>
  transaction(db, async (trx) => {
    const account = await lockAccount(trx, id);
    if (!account) throw notFound('Account');
    const suspended = suspended_at !== null;
    if (account.suspended !== suspended) {
      await updateAccountSuspension(trx, id, suspended_at);
      await announceConnections(trx, { account_id: id });
      await announceLocations(trx, id);
    }
    return { id, name: account.name, suspended };
  });
