import type { PrincipalContext } from '@order-hub/shared/principal';

/** Whose things a principal reaches: a user their own; an operator everyone's (null). */
export const ownerIdOf = ({ principal: { kind, user } }: Pick<PrincipalContext, 'principal'>): string | null =>
  kind === 'operator' ? null : (user?.id ?? '');
