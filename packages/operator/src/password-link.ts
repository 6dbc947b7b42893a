import type { Operator } from './operator.client.ts';

type PasswordLink = { url: string; expires_at: string };

/** The id of a user, by the id or the email address. Undefined for an address that nobody has. */
async function findUserId({ get }: Operator, user: string): Promise<string | undefined> {
  if (!user.includes('@')) return user;
  const [found] = (await get(`/users?email=${encodeURIComponent(user)}`)) as { id: string }[];
  return found?.id;
}

/**
 * A link with which the user (an id, or an email address) sets a new password; it replaces an older one. Undefined for an
 * email address that nobody has. Throws OperatorError.
 */
export async function createPasswordLink(operator: Operator, user: string): Promise<PasswordLink | undefined> {
  const id = await findUserId(operator, user);
  return id === undefined ? undefined : operator.post<PasswordLink>(`/users/${encodeURIComponent(id)}/password_link`);
}
