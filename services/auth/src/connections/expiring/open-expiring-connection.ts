import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { disconnectConnection } from '../disconnect-connection.ts';
import { grantConnection, type GrantDeps } from '../granting/grant-connection.ts';
import { listLiveExamples, updateExpiry } from './expiring-connection.store.ts';

type Deps = { db: Database } & GrantDeps;
type Grant = Parameters<typeof grantConnection>[3];

/**
 * Grants a connection that ends at this time, in place of those of the user that would still expire. Returns its id. Throws 422
 * for a quota that is used up.
 */
export async function openExpiringConnection(
  { db, encryptionKeys, quotas }: Deps,
  ctx: PrincipalContext,
  grant: Grant & { user_id: string },
  expires_at: Date,
): Promise<string> {
  const { user_id } = grant;
  for (const { id: connection_id } of await listLiveExamples(db, user_id)) {
    await disconnectConnection({ db }, ctx, { connection_id });
  }
  return transactionOf(db, ctx, async (trx) => {
    const { id } = await grantConnection(trx, { encryptionKeys, quotas, log: ctx.log }, byPrincipal(ctx), grant);
    await updateExpiry(trx, { id, user_id, expires_at });
    return id;
  });
}
