import type { Database } from '@order-hub/shared/database';
import { findAccountNames } from './account.store.ts';

/** The names of those of these accounts that exist, by id. */
export const listAccountNames = async ({ db }: { db: Database }, ids: string[]): Promise<Map<string, string>> =>
  new Map((await findAccountNames(db, ids)).map(({ id, name }) => [id, name]));
