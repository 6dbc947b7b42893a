import type { Database } from '@order-hub/shared/database';
import { markConnection } from './mark-connection.ts';

/** Lets a blocked connection work again. Throws 404, and 422 for a disconnected one. */
export const unblockConnection = ({ db }: { db: Database }, id: string) => markConnection(db, id, { blocked_at: null });
