import { forbidden } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';

/** Whose things a principal reaches: a user their own; an operator everyone's (null). */
export const ownerIdOf = ({ principal: { kind, user } }: Pick<PrincipalContext, 'principal'>): string | null =>
  kind === 'operator' ? null : (user?.id ?? '');

/** Throws 403 unless the user has entered the password within the last ten minutes. */
export function assertConfirmed({ principal }: Pick<PrincipalContext, 'principal'>): void {
  if (!principal.is_confirmed) throw forbidden('Enter your password again first');
}
