import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { markConnection } from './mark-connection.ts';

/** Ends a connection for good: its token never works again. Throws 404. */
export const disconnectConnection = ({ db }: { db: Database }, { now }: Pick<Context, 'now'>, id: string) =>
  markConnection(db, id, { disconnected_at: now });
