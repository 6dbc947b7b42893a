import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { ownerIdOf } from '../users/owner.ts';
import { updateAccountName } from './account.store.ts';

/** Renames an account. Throws 404, also when a user names another user's account. */
export const updateAccount = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { account_id }: { account_id: string },
  { name }: { name: string },
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await updateAccountName(trx, { id: account_id, owner_id: ownerIdOf(ctx), name });
    if (before === undefined) throw notFound('Account');
    if (before !== name) {
      const entry = { action: 'account.rename', account_id, subject_id: account_id } as const;
      await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { before, after: name } });
    }
    return {};
  });
