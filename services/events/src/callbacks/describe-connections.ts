import type { Database } from '@order-hub/shared/database';
import { timeOfId } from '@order-hub/shared/ids';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { accountOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listDescribed, type DescribedRow } from './described.store.ts';

const lastAttempt = ({
  last_attempt_at: at,
  last_acknowledged,
  last_status: status,
  last_fault: reason,
}: DescribedRow) =>
  at && {
    at: at.toISOString(),
    outcome: last_acknowledged ? ('acknowledged' as const) : ('failed' as const),
    status,
    reason,
  };

function viewOf(row: DescribedRow): ConnectionDeliveries {
  const { connection_id, subscribed, created_at, updated_at, url, waiting, oldest_id } = row;
  const callback = subscribed &&
    created_at &&
    updated_at && {
      url: url?.split('?', 1)[0] ?? null,
      events: subscribed,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  return {
    connection_id,
    callback,
    waiting,
    // An event's id has the time at which it was stored.
    oldest_waiting_at: oldest_id === null ? null : timeOfId(oldest_id).toISOString(),
    last_attempt: lastAttempt(row),
  };
}

/**
 * The callbacks of connections, what their last attempt came to (at most seconds old), and how many events wait. For a
 * connection that has no callback, or belongs to another account, all of that is empty.
 */
export async function describeConnections(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { connection_ids }: { connection_ids: readonly string[] },
): Promise<{ connections: ConnectionDeliveries[] }> {
  return { connections: (await listDescribed(db, accountOf(ctx), connection_ids)).map(viewOf) };
}
