import * as management from '@order-hub/shared/management/users';
import type { Operator } from './operator.client.ts';

/** The id of a user, by the id or the email address. Undefined when no user has the address. */
async function findUserId({ ask }: Operator, user: string): Promise<string | undefined> {
  if (!user.includes('@')) return user;
  const [found] = await ask(management.listUsers, { params: {}, input: { email: user } });
  return found?.id;
}

/**
 * A link with which the user (an id, or an email address) sets a new password; it replaces an older one. Undefined when no
 * user has the email address. Throws OperatorError.
 */
export async function createPasswordLink(operator: Operator, user: string) {
  const user_id = await findUserId(operator, user);
  if (user_id === undefined) return undefined;
  return operator.ask(management.createPasswordLink, { params: { user_id } });
}
