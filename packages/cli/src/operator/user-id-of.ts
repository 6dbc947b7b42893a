import type { Operator } from '@order-hub/operator/client';
import { findUserId } from '@order-hub/operator/user-id';
import { CommandError } from '../command-error.ts';

/** The id of a user, by the id or the email address. Throws CommandError when no user has the address. */
export async function userIdOf(operator: Operator, user: string): Promise<string> {
  const id = await findUserId(operator, user);
  if (id === undefined) throw new CommandError(`No user has the email address ${user}.`);
  return id;
}

/** Filters a list by a user; by none without one. */
export const userFilter = async (operator: Operator, user: string | undefined) =>
  user === undefined ? {} : { user_id: await userIdOf(operator, user) };
