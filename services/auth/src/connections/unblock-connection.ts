import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import type { Target } from './connection.store.ts';
import { markConnection } from './mark-connection.ts';

/** Lets a blocked connection work again. Throws 404, and 422 for a disconnected one. */
export const unblockConnection = ({ db }: { db: Database }, by: Actor, target: Target) =>
  markConnection(db, by, target, { action: 'connection.unblock', marks: { blocked_at: null } });
