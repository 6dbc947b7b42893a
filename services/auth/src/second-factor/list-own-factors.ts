import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { listFactors } from './second-factor.store.ts';

/** The second factors of the user who asks. */
export const listOwnFactors = async ({ db }: { db: Database }, ctx: PrincipalContext) => ({
  items: await listFactors(db, userIdOf(ctx)),
});
