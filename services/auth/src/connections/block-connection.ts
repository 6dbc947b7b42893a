import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { markConnection } from './mark-connection.ts';

/** Blocks a connection until it is unblocked or granted again. Throws 404, and 422 for a disconnected one. */
export const blockConnection = ({ db }: { db: Database }, { now }: Context<null>, id: string) =>
  markConnection(db, id, { blocked_at: now });
