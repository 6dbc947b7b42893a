import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import { locationFactsChanged } from '../locations/location.events.ts';
import { findLocationIds, lockAccount, updateAccount } from './suspension.store.ts';

type Deps = { db: Database };
type Reason = { reason?: string | undefined };

/**
 * Suspends an account with all its locations and connections, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendAccount = (
  deps: Deps,
  ctx: PrincipalContext,
  { account_id }: { account_id: string },
  { reason }: Reason,
) => setAccountSuspension(deps, ctx, { account_id, suspended: true, reason });

/** Suspends or resumes the account. Announces and audits only a real change; gateways look its locations up again. */
export const setAccountSuspension = (
  { db }: Deps,
  ctx: PrincipalContext,
  { account_id, suspended, reason }: Reason & { account_id: string; suspended: boolean },
) =>
  transaction(db, async (trx) => {
    const account = await lockAccount(trx, account_id);
    if (!account) throw notFound('Account');
    if (account.suspended !== suspended) {
      await updateAccount(trx, account_id, suspended ? ctx.now : null);
      await announceConnections(trx, { account_id });
      const locations = await findLocationIds(trx, account_id);
      const action = suspended ? 'account.suspend' : 'account.resume';
      const entry = {
        action,
        account_id,
        subject_id: account_id,
        ...(reason !== undefined && { details: { reason } }),
      } as const;
      await recordEntry(trx, byPrincipal(ctx), entry, ...locations.map((id) => locationFactsChanged(id, account_id)));
    }
    return { id: account_id, name: account.name, suspended };
  });
