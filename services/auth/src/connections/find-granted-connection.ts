import type { Database } from '@order-hub/shared/database';
import type { Granted } from './connection.ts';
import { findGranted, type GrantedPlace } from './granted.store.ts';

/**
 * What exists already of what is about to be granted (docs/api/authentication.md#connection-reuse): the connection that
 * will be changed, or else the one that was disconnected last.
 */
export const findGrantedConnection = (db: Database, place: GrantedPlace): Promise<Granted | undefined> =>
  findGranted(db, place);
