import { countOf } from '@order-hub/shared/bounded-count';
import type { Database } from '@order-hub/shared/database';
import {
  examinedConnectionsMax,
  type WaitingConnection,
  type WaitingEvents,
} from '@order-hub/shared/event-backlog-calls';
import { timeOfId } from '@order-hub/shared/ids';
import { countDropped } from './dropped-event.store.ts';
import { listWaitingRows, type WaitingFilters, type WaitingRow } from './waiting-event.store.ts';
import { largestConnections, largestGroups } from './waiting-groups.ts';
import { waitingReason } from './waiting-reason.ts';

const eventsMax = 1_000;

const viewOf = ({
  connection_id,
  account_id,
  client_id,
  waiting,
  oldest_id,
  ...facts
}: WaitingRow): WaitingConnection => ({
  id: connection_id,
  account_id,
  client_id,
  waiting: countOf(waiting, eventsMax),
  // An event's id holds the time at which the event was stored.
  oldest_at: timeOfId(oldest_id).toISOString(),
  reasons: [waitingReason(facts)],
});

/** For whom most events wait, since when, and why; and how many events were given up. */
export async function retrieveWaitingEvents({ db }: { db: Database }, filters: WaitingFilters): Promise<WaitingEvents> {
  const [{ rows, isPartial }, dropped] = await Promise.all([
    listWaitingRows(db, filters, { connections: examinedConnectionsMax, events: eventsMax }),
    countDropped(db, { ...filters, refused: false }),
  ]);
  const connections = rows.map(viewOf);
  return {
    accounts: largestGroups(connections, 'account_id'),
    clients: largestGroups(connections, 'client_id'),
    connections: largestConnections(connections),
    is_partial: isPartial,
    dropped,
  };
}
