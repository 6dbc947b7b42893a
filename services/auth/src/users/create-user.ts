import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { hashPassword } from './hash-password.ts';
import type { User } from './user.ts';
import type { userCreate } from './user.schema.ts';
import { assertHardToGuess } from './password.ts';
import { insertUser } from './user.store.ts';
import { viewUser } from './user.view.ts';

/** Creates a user. Only the hash of the password is stored. Throws 422 when the email address is taken or the password easy to guess. */
export async function createUser(
  { db }: { db: Database },
  by: Actor,
  { password, ...profile }: z.output<typeof userCreate>,
) {
  assertHardToGuess(password, profile.email);
  const user = { id: newId(by.at), ...profile };
  const password_hash = await hashPassword(password);
  await transaction(db, (trx) => addUser(trx, by, { ...user, password_hash }));
  return viewUser(user, { seesEmail: true, now: by.at });
}

/** Creates a user in the transaction of more. Throws 422 when the email address is taken. */
export async function addUser(trx: Queryable, by: Actor, user: User & { password_hash: string }): Promise<void> {
  const { id, email } = user;
  await insertUser(trx, { ...user, created_at: by.at });
  await recordEntry(trx, by, { action: 'user.create', account_id: null, subject_id: id, details: { email } });
}
