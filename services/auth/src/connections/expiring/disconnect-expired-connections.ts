/** Ends the connections whose time is over. A connection is locked while it changes, so replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { byEarlierDecision } from '../../audit/audit.ts';
import { markConnection } from '../mark-connection.ts';
import { listExpired } from './expiring-connection.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 5_000;
const connectionsMax = 100;

/** Disconnects up to 100 expired connections, each as its user decided by opening it. Returns how many. */
async function disconnectExpired(db: Database, now: Date): Promise<number> {
  const expired = await listExpired(db, now, connectionsMax);
  for (const { id, user_id, email } of expired) {
    await markConnection(
      db,
      byEarlierDecision({ user_id, email }, now),
      { id, owner_id: null },
      { action: 'connection.expire', marks: { disconnected_at: now } },
    );
  }
  return expired.length;
}

export const startDisconnectingExpired = ({ db, log, now }: Deps): Repeating =>
  startClearing({ what: 'expired connections', clear: () => disconnectExpired(db, now()), everyMs, log });
