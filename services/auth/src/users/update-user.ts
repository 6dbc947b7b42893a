import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { UserUpdate } from '@order-hub/shared/management/users';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { changeProfile } from './change-profile.ts';
import { retrieveManagedUser } from './retrieve-managed-user.ts';
import { lockUser } from './user.store.ts';

/** Updates a user for an operator. The user's clients stay verified: the operator knows who it is. Throws 404. */
export const updateUser = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  params: { user_id: string },
  update: UserUpdate,
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockUser(trx, params.user_id);
    if (!before) throw notFound('User');
    const { first_name, last_name, timezone, locales } = before;
    const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined));
    await changeProfile(trx, byPrincipal(ctx), params.user_id, { first_name, last_name, timezone, locales, ...given });
    return retrieveManagedUser({ db: trx }, ctx, params);
  });
