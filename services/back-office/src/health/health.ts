/** How a connected app does, as far as the hub knows (docs/api/back-office.md#apps). */
import { silentAfterMs } from '@order-hub/shared/app-trouble';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import type { ManagedConnection } from '@order-hub/shared/management/connections';

/** `since`: when it began; `status`: what the app answered. */
export type Health = { kind: HealthKind; since: Date | null; status: number | null };

export type HealthKind =
  | 'disconnected'
  | 'suspended'
  | 'blocked'
  | 'unknown'
  | 'no_events'
  | 'secret'
  | 'address'
  | 'refuses'
  | 'faulty'
  | 'silent'
  | 'behind'
  | 'fetches_nothing'
  | 'works';

type Connection = Pick<ManagedConnection, 'status'> & Partial<Pick<ManagedConnection, 'blocked_at'>>;

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

function kindOfStatus(status: number): HealthKind {
  if (status === 401 || status === 403) return 'secret';
  if (status === 404 || status === 405 || status === 410) return 'address';
  return status >= 400 && status < 500 ? 'refuses' : 'faulty';
}

type Attempt = NonNullable<ConnectionDeliveries['last_attempt']>;

/** An answer from 400 to 499 acknowledges an event, which the app does not get all the same. */
const isFailure = ({ outcome, status }: Attempt) => outcome === 'failed' || (status !== null && status >= 400);

/** Of an app to which the last attempt failed. It has failed at least since the oldest event that waits. */
function failing({ at, status }: Attempt, oldest_waiting_at: string | null): Health {
  const since = dateOf(oldest_waiting_at !== null && oldest_waiting_at < at ? oldest_waiting_at : at);
  return status === null ? { kind: 'silent', since, status } : { kind: kindOfStatus(status), since, status };
}

function healthOfCallback(deliveries: ConnectionDeliveries, now: Date): Health {
  const { callback, last_attempt, oldest_waiting_at, is_behind } = deliveries;
  const well = { kind: 'works', since: null, status: null } as const;
  if (!callback) return { ...well, kind: 'no_events' };
  const oldest = dateOf(oldest_waiting_at);
  if (callback.url === null) {
    const isLate = oldest !== null && now.getTime() - oldest.getTime() > silentAfterMs;
    return isLate ? { kind: 'fetches_nothing', since: oldest, status: null } : well;
  }
  if (last_attempt && isFailure(last_attempt)) return failing(last_attempt, oldest_waiting_at);
  return is_behind ? { ...well, kind: 'behind', since: oldest } : well;
}

/** How the app of a connection does. `deliveries`: null for one without an account; 'unavailable' while events does not answer. */
export function healthOf(
  { status, blocked_at = null }: Connection,
  deliveries: ConnectionDeliveries | 'unavailable' | null,
  now: Date,
): Health {
  if (status !== 'active') return { kind: status, since: status === 'blocked' ? blocked_at : null, status: null };
  if (deliveries === 'unavailable') return { kind: 'unknown', since: null, status: null };
  if (deliveries === null) return { kind: 'no_events', since: null, status: null };
  return healthOfCallback(deliveries, now);
}
