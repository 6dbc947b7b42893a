import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import type { Target } from './connection.store.ts';
import { markConnection } from './mark-connection.ts';

/** Blocks a connection until it is unblocked or granted again. Throws 404, and 422 for a disconnected one. */
export const blockConnection = ({ db }: { db: Database }, by: Actor, target: Target) =>
  markConnection(db, by, target, { action: 'connection.block', marks: { blocked_at: by.at } });
