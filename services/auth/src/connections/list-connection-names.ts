import type { Database } from '@order-hub/shared/database';
import { connectionNamesMax } from '@order-hub/shared/management/connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { listClientNames } from './user-connection.store.ts';

/** The clients of the connections of an account of the user. Empty for an account that is not theirs. */
export const listConnectionNames = async (
  { db }: { db: Database },
  { principal }: PrincipalContext,
  { account_id }: { account_id: string },
) => ({ items: await listClientNames(db, { user_id: principal.user?.id ?? '', account_id }, connectionNamesMax) });
