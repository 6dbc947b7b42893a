import type { Database, Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { createUser as call } from '@order-hub/shared/management/users';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { z } from 'zod';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { hashPassword } from '../credentials/hash-password.ts';
import { assertHardToGuess } from '../credentials/password.ts';
import { insertUser } from './user.store.ts';
import type { NewUser } from './user.ts';
import { viewUser } from './user.view.ts';

/** Creates a user. Stores only the hash of the password. Throws 422 when the email address is taken or the password is easy to guess. */
export async function createUser(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { password, ...profile }: z.output<typeof call.input>,
) {
  assertHardToGuess(password, profile.email);
  const user = { id: newId(ctx.now), ...profile, email_verified: false };
  const password_hash = await hashPassword(ctx, password);
  await transactionOf(db, ctx, (trx) => createUserIn(trx, byPrincipal(ctx), { ...user, password_hash }));
  return viewUser(user, { seesEmail: true, now: ctx.now });
}

/** Creates a user in the transaction `trx`. Throws 422 when the email address is taken. */
export async function createUserIn(
  trx: Queryable,
  by: Actor,
  user: NewUser & { password_hash: string },
): Promise<void> {
  const { id, email } = user;
  await insertUser(trx, { ...user, created_at: by.at });
  await recordEntry(trx, by, { action: 'user.create', account_id: null, subject_id: id, details: { email } });
}
