import { forbidden } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';

type Ctx = Pick<PrincipalContext, 'principal'>;

/** The id of the user who acts. For calls of users only: throws when no user does. */
export function userIdOf({ principal: { user } }: Ctx): string {
  if (!user) throw new Error('a call for users only');
  return user.id;
}

/** Whose things a principal reaches: a user their own; an operator everyone's (null). */
export const ownerIdOf = (ctx: Ctx): string | null => (ctx.principal.kind === 'operator' ? null : userIdOf(ctx));

/** Throws 403 unless the user has entered the password within the last ten minutes. */
export function assertConfirmed({ principal }: Ctx): void {
  if (!principal.is_confirmed) throw forbidden('Enter your password again first', 'password_needed');
}
