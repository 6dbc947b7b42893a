import type { Queryable } from '@order-hub/shared/database';
import { updateEmailVerified } from '../user.store.ts';

/** Marks the address of a user as verified, and returns it. Throws for a user who does not exist. */
export async function verifyUserEmail(trx: Queryable, id: string, now: Date): Promise<{ id: string; email: string }> {
  const email = await updateEmailVerified(trx, id, now);
  if (email === undefined) throw new Error('A link verified the address of a user who does not exist');
  return { id, email };
}
