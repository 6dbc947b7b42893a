import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { updateSuspension } from './update-suspension.ts';

/** Ends the suspension of an account. Throws 404. */
export const resumeAccount = (
  deps: { db: Database },
  ctx: PrincipalContext,
  { account_id: id }: { account_id: string },
  { reason }: { reason?: string | undefined },
) => updateSuspension(deps, ctx, { kind: 'account', id }, { suspended: false, reason });
