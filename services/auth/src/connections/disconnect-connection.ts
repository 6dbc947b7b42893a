import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import type { Target } from './connection.store.ts';
import { markConnection } from './mark-connection.ts';

/** Ends a connection for good: its token never works again. Throws 404. */
export const disconnectConnection = ({ db }: { db: Database }, by: Actor, target: Target) =>
  markConnection(db, by, target, { action: 'connection.disconnect', marks: { disconnected_at: by.at } });
