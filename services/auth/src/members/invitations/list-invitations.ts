import type { Database } from '@order-hub/shared/database';
import type { Invitation } from '@order-hub/shared/management/invitations';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findPeoplePlace, type PeopleQuery } from '../find-people-place.ts';
import * as store from './invitation.store.ts';

/** A page of the open invitations of an account, for its owner, or of a location, for its managers too. Throws 404. */
export async function listInvitations(
  deps: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  query: PeopleQuery,
): Promise<Page<Invitation>> {
  const place = await findPeoplePlace(deps, ctx, query);
  return store.listInvitations(deps.db, { ...place, now: ctx.now }, query);
}
