import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import { announceLocations } from '../locations/announce-locations.ts';
import { lockAccount, updateAccountSuspension } from './account.store.ts';

/**
 * Suspends an account with all its locations and connections, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendAccount = ({ db }: { db: Database }, by: Actor, id: string, reason?: string) =>
  setAccountSuspension(db, by, { id, suspended: true, reason });

type Wanted = { id: string; suspended: boolean; reason: string | undefined };

/** Suspends the account, or resumes it. Other services and the audit are told only if that is a change. */
export const setAccountSuspension = (db: Database, by: Actor, { id, suspended, reason }: Wanted) =>
  transaction(db, async (trx) => {
    const account = await lockAccount(trx, id);
    if (!account) throw notFound('Account');
    if (account.suspended !== suspended) {
      await updateAccountSuspension(trx, id, suspended ? by.at : null);
      await announceConnections(trx, { account_id: id });
      await announceLocations(trx, id);
      const action = suspended ? 'account.suspend' : 'account.resume';
      await recordDeed(trx, by, {
        action,
        account_id: id,
        subject_id: id,
        ...(reason !== undefined && { details: { reason } }),
      });
    }
    return { id, name: account.name, suspended };
  });
