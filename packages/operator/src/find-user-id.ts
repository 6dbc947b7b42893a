import * as management from '@order-hub/shared/management/users';
import type { Operator } from './operator.client.ts';

/** The id of a user, by the id or the email address. Undefined when no user has the address. */
export async function findUserId({ ask }: Operator, user: string): Promise<string | undefined> {
  if (!user.includes('@')) return user;
  const { items } = await ask(management.listUsers, { params: {}, input: { email: user } });
  return items[0]?.id;
}
