import type { Database } from '@order-hub/shared/database';
import type { ExistingConnection } from '../connection.ts';
import { findExisting, type GrantTarget } from './existing-connection.store.ts';

/**
 * What exists already of what is about to be granted (docs/api/authentication.md#connection-reuse): the connection that
 * will be changed, or else the one that was disconnected last.
 */
export const findExistingConnection = (db: Database, place: GrantTarget): Promise<ExistingConnection | undefined> =>
  findExisting(db, place);
