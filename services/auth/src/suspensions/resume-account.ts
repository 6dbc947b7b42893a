import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { setAccountSuspension } from './suspend-account.ts';

/** Ends the suspension of an account. Throws 404. */
export const resumeAccount = (
  deps: { db: Database },
  ctx: PrincipalContext,
  { account_id }: { account_id: string },
  { reason }: { reason?: string | undefined },
) => setAccountSuspension(deps, ctx, { account_id, suspended: false, reason });
