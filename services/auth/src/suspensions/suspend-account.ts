import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { updateSuspension } from './update-suspension.ts';

/**
 * Suspends an account with all its locations and connections, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendAccount = (
  deps: { db: Database },
  ctx: PrincipalContext,
  { account_id: id }: { account_id: string },
  { reason }: { reason?: string | undefined },
) => updateSuspension(deps, ctx, { kind: 'account', id }, { suspended: true, reason });
