import type { Database, Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertMayAddOne, type Quotas } from '../quotas.ts';
import { userIdOf } from '../users/owner.ts';
import type { Account } from './account.ts';
import { insertAccount, lockAndCountAccounts } from './account.store.ts';

type NewAccount = { name: string; currency: string };

/**
 * Creates an account: a user's own, or for an operator that of `user_id`. Throws 422 when there is no such user, and when a
 * user has as many accounts as they may (docs/api/limits.md#quotas).
 */
export const createAccount = (
  { db, quotas }: { db: Database; quotas: Quotas },
  ctx: PrincipalContext,
  _params: object,
  { user_id, ...account }: NewAccount & { user_id?: string | undefined },
): Promise<Account> =>
  transactionOf(db, ctx, async (trx) => {
    if (ctx.principal.kind === 'operator') {
      if (user_id === undefined) throw invalid('user_id', 'missing', 'is needed: the id of the owner');
      return createAccountIn(trx, byPrincipal(ctx), { ...account, user_id });
    }
    return createOwnAccountIn(trx, ctx, quotas, account);
  });

/** Creates an account of the user who acts, in the transaction `trx`. Throws 422 for a quota that is used up. */
export async function createOwnAccountIn(
  trx: Queryable,
  ctx: PrincipalContext,
  quotas: Quotas,
  account: NewAccount,
): Promise<Account> {
  const user_id = userIdOf(ctx);
  assertMayAddOne(quotas, 'accountsPerUser', await lockAndCountAccounts(trx, user_id));
  return createAccountIn(trx, byPrincipal(ctx), { ...account, user_id });
}

/** Creates an account of a user in the transaction `trx`. Throws 422 on `user_id` when there is no such user. */
export async function createAccountIn(
  trx: Queryable,
  by: Actor,
  { user_id, ...input }: NewAccount & { user_id: string },
): Promise<Account> {
  const account = { id: newId(by.at), ...input };
  const isInserted = await insertAccount(trx, { ...account, user_id, created_at: by.at });
  if (!isInserted) throw invalid('user_id', 'not_found', 'is not the id of a user');
  const entry = { action: 'account.create', account_id: account.id, subject_id: account.id } as const;
  await recordEntry(trx, by, { ...entry, details: { user_id, ...input } });
  return account;
}
