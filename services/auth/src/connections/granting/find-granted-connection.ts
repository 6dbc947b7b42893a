import type { Database } from '@order-hub/shared/database';
import type { GrantedConnection } from '../connection.ts';
import { findGranted, type GrantedQuery } from './existing-connection.store.ts';

/** What was granted to a client last with this connection, whatever its state. Undefined for another client or user. */
export const findGrantedConnection = (db: Database, query: GrantedQuery): Promise<GrantedConnection | undefined> =>
  findGranted(db, query);
