import type { Database } from '@order-hub/shared/database';
import type { Workplace } from '@order-hub/shared/management/members';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import * as store from './member.store.ts';

/** A page of the locations at which the user works for others, oldest first. */
export const listWorkplaces = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  page: { after?: string | undefined; count: number },
): Promise<Page<Workplace>> => store.listWorkplaces(db, userIdOf(ctx), page);
