import type { Database } from '@order-hub/shared/database';
import type { Owner } from '../callbacks/owner.ts';
import type { EventSummary, StoredEvent } from './event.ts';
import type { Sight } from './receivers.ts';

/** The parameters of `is_seen` after the change's own (migrations/0006-sight.ts). */
export const sightValues = ({ resource_types, catalog_id, customer_list_id }: Sight) => [
  resource_types,
  catalog_id,
  customer_list_id,
];

type Seen = { sight: Sight };

/** One event of the owner's callback that is in sight; undefined when it has no such event, even if another callback has. */
export async function findEvent(
  db: Database,
  { connection_id, account_id, sight }: Owner & Seen,
  event_id: string,
): Promise<StoredEvent | undefined> {
  const { rows } = await db.query<StoredEvent>({
    name: 'events-find',
    text: `select e.id, ch.resource_type, ch.event_type, ch.created_at, ch.timezone, ch.ids, ch.previous_state,
             ch.new_state, ch.state_change, ch.previous_private_refs -> c.client_id as previous_refs,
             ch.private_refs -> c.client_id as refs
           from callbacks cb
           join connections c on c.id = cb.connection_id
           join events e on e.callback_id = cb.id
           join changes ch on ch.id = e.change_id
           where cb.connection_id = $1 and cb.account_id = $2 and e.id = $3 and is_seen(ch.resource_type, ch.ids, $4, $5, $6)`,
    values: [connection_id, account_id, event_id, ...sightValues(sight)],
  });
  return rows[0];
}

type PageOf = { count: number; after: string | undefined };

/** The events in sight that wait for the owner's callback after the given one, oldest first, one more than `count`. */
export async function listEventRows(
  db: Database,
  { connection_id, account_id, sight }: Owner & Seen,
  { count, after }: PageOf,
): Promise<EventSummary[]> {
  const { rows } = await db.query<EventSummary>({
    name: 'events-list',
    text: `select e.id, ch.resource_type, ch.event_type, ch.created_at, ch.timezone, ch.ids
           from (
             select id, change_id from events
             where callback_id = (select id from callbacks where connection_id = $1 and account_id = $2) and id > $3
             order by id
           ) e
           -- Row by row, so that the page ends as soon as it is full.
           cross join lateral (select * from changes ch where ch.id = e.change_id and is_seen(ch.resource_type, ch.ids, $5, $6, $7) offset 0) ch
           order by e.id limit $4`,
    values: [connection_id, account_id, after ?? '', count + 1, ...sightValues(sight)],
  });
  return rows;
}

/** Deletes an event, also during an attempt: no result brings it back. Returns whether it was there. */
export async function deleteEventRow(db: Database, owner: Owner, event_id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'events-delete',
    text: `delete from events
           where callback_id = (select id from callbacks where connection_id = $1 and account_id = $2) and id = $3`,
    values: [owner.connection_id, owner.account_id, event_id],
  });
  return rowCount === 1;
}
