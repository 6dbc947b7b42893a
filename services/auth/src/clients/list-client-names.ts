import type { Database } from '@order-hub/shared/database';
import { findClientNames } from './client.store.ts';

/** The names of those of these clients that exist, by id. */
export const listClientNames = async ({ db }: { db: Database }, ids: string[]): Promise<Map<string, string>> =>
  new Map((await findClientNames(db, ids)).map(({ id, name }) => [id, name]));
