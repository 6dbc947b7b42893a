import type { Database } from '@order-hub/shared/database';
import type { Actor } from '../audit/audit.ts';
import type { Target } from './connection.store.ts';
import { markConnection } from './mark-connection.ts';

type Action = 'connection.disconnect' | 'connection.revoke';

/** Ends a connection for good: its token never works again. Clients revoke, people disconnect. Throws 404. */
export const disconnectConnection = (
  { db }: { db: Database },
  by: Actor,
  target: Target,
  action: Action = 'connection.disconnect',
) => markConnection(db, by, target, { action, marks: { disconnected_at: by.at } });
