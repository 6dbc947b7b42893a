import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { updateOperator } from './update-operator.ts';

/** Makes an operator an ordinary user, from their next request on. `user`: their id or email address. Throws 422. */
export const removeOperator = (
  deps: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { user }: { user: string },
) => updateOperator(deps, ctx, { user, isOperator: false });
