import * as management from '@order-hub/shared/management/users';
import { findUserId } from './find-user-id.ts';
import type { Operator } from './operator.client.ts';

/**
 * A link with which the user (an id, or an email address) sets a new password; it replaces an older one. Undefined when no
 * user has the email address. Throws OperatorError.
 */
export async function createPasswordLink(operator: Operator, user: string) {
  const user_id = await findUserId(operator, user);
  if (user_id === undefined) return undefined;
  return operator.ask(management.createPasswordLink, { params: { user_id } });
}
