import type { Database, Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Owner } from '../callbacks/owner.ts';
import { isSeenParameters, type Visibility } from '../visibility/visibility.ts';
import type { EventSummary, StoredEvent } from './event.ts';

/** The owner of a callback, and which of its events are visible to it. */
type EventOwner = Owner & { visibility: Visibility };

/**
 * A visible event of the owner's callback. Undefined when it has no such event, even if another callback has. With `is_cut`,
 * both states have over `bytesMax` bytes together, and are left out.
 */
export async function findEvent(
  db: Database,
  { connection_id, account_id, visibility }: EventOwner,
  event_id: string,
  bytesMax: number,
): Promise<(StoredEvent & { is_cut: boolean }) | undefined> {
  const { rows } = await db.query<StoredEvent & { is_cut: boolean }>({
    name: 'events-find',
    text: `select e.id, ch.resource_type, ch.event_type, ch.created_at, ch.timezone, ch.ids, weight.is_cut,
             case when not weight.is_cut then ch.previous_state end as previous_state,
             case when not weight.is_cut then ch.new_state end as new_state,
             ch.state_change, ch.previous_private_refs -> c.client_id as previous_refs,
             ch.private_refs -> c.client_id as refs
           from callbacks cb
           join connections c on c.id = cb.connection_id and c.account_id = cb.account_id
           join events e on e.callback_id = cb.id
           join changes ch on ch.id = e.change_id and coalesce(ch.account_id, cb.account_id) = cb.account_id
           cross join lateral (
             select coalesce(octet_length(ch.previous_state), 0) + coalesce(octet_length(ch.new_state), 0) > $7 as is_cut
           ) as weight
           where cb.connection_id = $1 and cb.account_id = $2 and e.id = $3 and is_seen(ch.resource_type, ch.ids, $4, $5, $6)`,
    values: [connection_id, account_id, event_id, ...isSeenParameters(visibility), bytesMax],
  });
  return rows[0];
}

/** A page of the visible events of the owner's callback, oldest first, from the one after the id `after`. */
export async function listEventSummaries(
  db: Database,
  { connection_id, account_id, visibility }: EventOwner,
  { count, after = '' }: { count: number; after?: string | undefined },
): Promise<Page<EventSummary>> {
  const { rows } = await db.query<EventSummary>({
    name: 'events-list',
    text: `select e.id, ch.resource_type, ch.event_type, ch.created_at, ch.timezone, ch.ids
           from (
             select id, change_id from events
             where callback_id = (select id from callbacks where connection_id = $1 and account_id = $2) and id > $3
             order by id
           ) e
           -- "offset 0" keeps this a loop over the rows, which stops when the page is full.
           cross join lateral (
             select * from changes ch
             where ch.id = e.change_id and coalesce(ch.account_id, $2) = $2 and is_seen(ch.resource_type, ch.ids, $5, $6, $7)
             offset 0
           ) ch
           order by e.id limit $4`,
    values: [connection_id, account_id, after, count + 1, ...isSeenParameters(visibility)],
  });
  return takePage(rows, count, ({ id }) => id);
}

/** Deletes an event, even during an attempt: the result of the attempt does not bring it back. Returns whether it existed. */
export async function deleteEventRow(db: Database, owner: Owner, event_id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'events-delete',
    text: `delete from events
           where callback_id = (select id from callbacks where connection_id = $1 and account_id = $2) and id = $3`,
    values: [owner.connection_id, owner.account_id, event_id],
  });
  return rowCount === 1;
}

/** Whether the owner's callback has the event. */
export async function hasEvent(db: Database, owner: Owner, event_id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'events-has',
    text: `select from events
           where callback_id = (select id from callbacks where connection_id = $1 and account_id = $2) and id = $3`,
    values: [owner.connection_id, owner.account_id, event_id],
  });
  return rowCount === 1;
}

/** Deletes the first `count` events of the owner's callback up to and including `through`. Returns how many there were. */
export async function deleteEventsThrough(
  db: Database,
  owner: Owner,
  { through, count }: { through: string; count: number },
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'events-delete-through',
    text: `with own as (select id from callbacks where connection_id = $1 and account_id = $2), oldest as (
             select e.callback_id, e.id from events e join own on own.id = e.callback_id
             where e.id <= $3 order by e.id limit $4
           )
           delete from events e using oldest o where e.callback_id = o.callback_id and e.id = o.id`,
    values: [owner.connection_id, owner.account_id, through, count],
  });
  return rowCount ?? 0;
}

/** Makes an event due unless an attempt is under way. Returns whether the event exists. */
export async function makeEventDue(db: Queryable, owner: Owner, event_id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'events-make-due',
    text: `update events set next_attempt_at = case when lease_id is null then least(next_attempt_at, now()) else next_attempt_at end
           where callback_id = (select id from callbacks where connection_id = $1 and account_id = $2) and id = $3`,
    values: [owner.connection_id, owner.account_id, event_id],
  });
  return rowCount === 1;
}
