import type { Database } from '@order-hub/shared/database';
import type { Member } from '@order-hub/shared/management/members';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findPeoplePlace, type PeopleQuery } from './find-people-place.ts';
import * as store from './member.store.ts';

/** A page of the people of an account, for its owner, or of a location, for its managers too. Throws 404. */
export const listMembers = async (
  deps: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  query: PeopleQuery,
): Promise<Page<Member>> => store.listMembers(deps.db, await findPeoplePlace(deps, ctx, query), query);
