import type { Database } from '@order-hub/shared/database';
import { findNames } from './managed-location.store.ts';

/** The names of those of these locations that belong to the account, by their ids. */
export const findLocationNames = async (
  { db }: { db: Database },
  { account_id, ids }: { account_id: string; ids: readonly string[] },
): Promise<Map<string, string>> => (ids.length === 0 ? new Map<string, string>() : findNames(db, account_id, ids));
