import type { Database } from '@order-hub/shared/database';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { timeOfId } from '@order-hub/shared/ids';
import { accountOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listConnectionDeliveries, type DeliveriesRow } from './connection-deliveries.store.ts';

const lastAttempt = ({
  last_attempt_at: at,
  last_acknowledged,
  last_status: status,
  last_fault: reason,
}: DeliveriesRow) =>
  at && {
    at: at.toISOString(),
    outcome: last_acknowledged ? ('acknowledged' as const) : ('failed' as const),
    status,
    reason,
  };

/** So many refusals in a row are shown: fewer can be a fault of one resource. */
const shownRefusals = 20;

const refusalsOf = ({ refusals: count, refusal_status: status }: DeliveriesRow) =>
  count !== null && status !== null && count >= shownRefusals ? { count, status } : null;

function viewOf(row: DeliveriesRow): ConnectionDeliveries {
  const { connection_id, subscribed, created_at, updated_at, url, waiting, oldest_id, is_behind } = row;
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
    // An event's id holds the time at which the event was stored.
    oldest_waiting_at: oldest_id === null ? null : timeOfId(oldest_id).toISOString(),
    last_attempt: lastAttempt(row),
    refusals: refusalsOf(row),
    is_behind,
  };
}

/**
 * The callbacks of connections, how their last attempt ended (seconds old at most), and how many events wait. All of that is
 * empty for a connection without a callback, or of another account. Throws 404 when the page is about no account.
 */
export async function describeConnections(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { connection_ids }: { connection_ids: readonly string[] },
): Promise<{ connections: ConnectionDeliveries[] }> {
  return { connections: (await listConnectionDeliveries(db, accountOf(ctx), connection_ids)).map(viewOf) };
}
