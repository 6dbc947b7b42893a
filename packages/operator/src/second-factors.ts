import * as management from '@order-hub/shared/management/users';
import { findUserId } from './find-user-id.ts';
import type { Operator } from './operator.client.ts';

/**
 * Removes the second factors of a user (an id, or an email address) who has lost them. Undefined when no user has the email
 * address. Throws OperatorError.
 */
export async function resetSecondFactors(operator: Operator, user: string) {
  const user_id = await findUserId(operator, user);
  if (user_id === undefined) return undefined;
  return operator.ask(management.resetSecondFactors, { params: { user_id } });
}
