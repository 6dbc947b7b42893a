import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { retrieveAccount } from './retrieve-account.ts';

/** The connection's own account, as a list of one. */
export const listAccounts = async (deps: { db: Database }, ctx: Context) => [
  await retrieveAccount(deps, ctx, { account_id: ctx.caller.account.id }),
];
