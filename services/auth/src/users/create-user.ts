import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import { hashPassword } from './hash-password.ts';
import type { userCreate } from './user.schema.ts';
import { assertHardToGuess } from './password.ts';
import { insertUser } from './user.store.ts';
import { viewUser } from './user.view.ts';

/** Creates a user. Only the hash of the password is stored. Throws 422 when the email address is taken or the password easy to guess. */
export async function createUser(
  { db }: { db: Database },
  { now }: Context<null>,
  { password, ...profile }: z.output<typeof userCreate>,
) {
  assertHardToGuess(password, profile.email);
  const user = { id: newId(now), ...profile };
  await insertUser(db, { ...user, password_hash: await hashPassword(password), created_at: now });
  return viewUser(user, { seesEmail: true, now });
}
