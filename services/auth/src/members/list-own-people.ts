import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { listPeopleOfOwner } from './member.store.ts';

/** The people of all accounts of the user who asks, newest first, 200 at most. */
export const listOwnPeople = async ({ db }: { db: Database }, ctx: PrincipalContext) => ({
  items: await listPeopleOfOwner(db, userIdOf(ctx)),
});
