import type { Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import type { Actor } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import type { Account } from './account.ts';
import type { accountCreate } from './account.schema.ts';
import { insertAccount } from './account.store.ts';

/** Creates an account of a user, in a transaction. Throws 422 on `user_id` when there is no such user. */
export async function createAccount(
  { db: trx }: { db: Queryable },
  by: Actor,
  { user_id, ...input }: z.output<typeof accountCreate>,
): Promise<Account> {
  const account = { id: newId(by.at), ...input };
  const isInserted = await insertAccount(trx, { ...account, user_id, created_at: by.at });
  if (!isInserted) throw invalid('user_id', 'is not the id of a user');
  const deed = { action: 'account.create', account_id: account.id, subject_id: account.id } as const;
  await recordDeed(trx, by, { ...deed, details: { user_id, ...input } });
  return account;
}
