import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import { hashPassword } from './password.ts';
import type { User } from './user.ts';
import type { userCreate } from './user.schema.ts';
import { insertUser } from './user.store.ts';

type Deps = { db: Database };

/** Registers a user; of the password only its hash is kept. Raises 422 when the email address is taken. */
export async function createUser(
  { db }: Deps,
  { now }: Context<null>,
  input: z.output<typeof userCreate>,
): Promise<User> {
  const { password, ...profile } = input;
  const user: User = { id: newId(now), ...profile };
  await insertUser(db, { ...user, password_hash: await hashPassword(password), created_at: now });
  return user;
}
