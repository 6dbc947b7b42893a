import type { Context } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import { findUser } from './user.store.ts';
import { byConnection, byUser, type Actor } from '../audit/audit.ts';

/** Who calls the API: a client, or a user of the back office, whom the audit names. */
export async function findActor(trx: Queryable, ctx: Context): Promise<Actor> {
  const { client_id, user_id } = ctx.caller;
  const user = client_id === backOfficeClient.id ? await findUser(trx, user_id) : undefined;
  return user ? byUser({ ...ctx, user }) : byConnection(ctx);
}
