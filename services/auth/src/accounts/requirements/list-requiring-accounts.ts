import type { Queryable } from '@order-hub/shared/database';
import * as store from '../account.store.ts';

const namedMax = 5;

/** The accounts in which a user may act only with a second factor, five at most: why the last one stays, and the first one is needed. */
export const listRequiringAccounts = (db: Queryable, user_id: string): Promise<{ id: string; name: string }[]> =>
  store.listRequiringAccounts(db, user_id, namedMax);
