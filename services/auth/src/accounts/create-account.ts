import type { Context } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import type { Account } from './account.ts';
import type { accountCreate } from './account.schema.ts';
import { insertAccount } from './account.store.ts';

/** Creates an account of a user. Throws 422 on `user_id` when there is no such user. */
export async function createAccount(
  { db }: { db: Queryable },
  { now }: Pick<Context, 'now'>,
  { user_id, ...input }: z.output<typeof accountCreate>,
): Promise<Account> {
  const account = { id: newId(now), ...input };
  const isInserted = await insertAccount(db, { ...account, user_id, created_at: now });
  if (!isInserted) throw invalid('user_id', 'is not the id of a user');
  return account;
}
