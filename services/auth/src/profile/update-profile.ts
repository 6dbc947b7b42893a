import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { unverifyUserClients } from '../clients/verified/unverify-user-clients.ts';
import { changeProfile } from '../users/change-profile.ts';
import { userIdOf } from '../users/owner.ts';
import type { ProfileChange } from '../users/user.ts';

/**
 * Updates the user's own profile. A new name takes the mark of the user's verified clients away, because consent pages show it
 * as that of their owner. Throws 404.
 */
export const updateProfile = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  profile: ProfileChange,
) =>
  transactionOf(db, ctx, async (trx) => {
    const user_id = userIdOf(ctx);
    const by = byPrincipal(ctx);
    const fields = await changeProfile(trx, by, user_id, profile);
    if (fields.includes('first_name') || fields.includes('last_name')) await unverifyUserClients(trx, by, user_id);
    return {};
  });
