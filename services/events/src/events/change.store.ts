import { textArray } from '@order-hub/shared/binary-array';
import type { Change } from '@order-hub/shared/change';
import type { Queryable } from '@order-hub/shared/database';
import type { MessageCause } from '@order-hub/shared/message-cause';

/** A connection with a callback, as stored: `scope` is text. */
export type SubscriberRow = {
  callback_id: string;
  connection_id: string;
  client_id: string;
  account_id: string;
  location_id: string | null;
  catalog_id: string | null;
  customer_list_id: string | null;
  scope: string;
  subscribed: string[];
  active: boolean;
};

/** `whole_account_ids` are accounts of which something changed that belongs to no location. */
type ChangeOrigins = {
  account_ids: string[];
  location_ids: string[];
  whole_account_ids: string[];
  event_types: string[];
};

/** The subscribers that may receive changes of these origins. */
export async function listSubscribers(db: Queryable, origins: ChangeOrigins): Promise<SubscriberRow[]> {
  const { rows } = await db.query<SubscriberRow>({
    name: 'subscribers',
    text: `select cb.id as callback_id, c.id as connection_id, c.client_id, c.account_id, c.location_id, c.catalog_id,
             c.customer_list_id, c.scope, cb.subscribed, cb.url is not null and c.status = 'active' as active
           from connections c join callbacks cb on cb.connection_id = c.id and cb.account_id = c.account_id
           where c.account_id = any ($1) and c.status <> 'disconnected' and cb.subscribed && $4
             and (c.location_id is null or c.location_id = any ($2) or c.account_id = any ($3))`,
    values: [origins.account_ids, origins.location_ids, origins.whole_account_ids, origins.event_types],
  });
  return rows;
}

export type NewChange = { id: string; body: Change } & MessageCause;
/** `account_id`: of the callback, and so of the change. */
export type NewEvent = { id: string; change_id: string; callback_id: string; account_id: string; resource: string };

const bytesOf = ({ previous_state, new_state }: Change) =>
  Buffer.byteLength(previous_state ?? '') + Buffer.byteLength(new_state ?? '');

const jsonOrNull = (value: object | null) => (value === null ? null : JSON.stringify(value));

/**
 * Stores changes and their events in one statement. Locks the callbacks, so a concurrent deletion waits for it. A callback
 * that is already deleted gets no events: no event outlives its callback.
 */
export async function insertChanges(
  db: Queryable,
  changes: readonly NewChange[],
  events: readonly NewEvent[],
): Promise<void> {
  await db.query({
    name: 'insert-changes',
    text: `
      with locked as (
        select cb.id from unnest($16::text[], $17::text[]) as u (id, account_id)
        join callbacks cb on cb.id = u.id and cb.account_id = u.account_id for key share of cb
      ), stored as (
        insert into changes (id, resource_type, event_type, created_at, timezone, ids, previous_state, new_state,
          state_change, previous_private_refs, private_refs, customer_id, request_id, traceparent, account_id)
        select c.id, c.resource_type, c.event_type, c.created_at::timestamptz, c.timezone, c.ids, c.previous_state, c.new_state,
          c.state_change, c.previous_refs::jsonb, c.refs::jsonb, c.customer_id, c.request_id, c.traceparent, c.account_id
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[])
          as c (id, resource_type, event_type, created_at, timezone, ids, previous_state, new_state, state_change,
          previous_refs, refs, customer_id, request_id, traceparent, account_id)
      )
      insert into events (callback_id, id, change_id, resource, bytes)
      select e.callback_id, e.id, e.change_id, e.resource, e.bytes::int
      from unnest($18::text[], $19::text[], $20::text[], $21::text[], $22::text[])
        as e (callback_id, id, change_id, resource, bytes)
      join locked on locked.id = e.callback_id`,
    values: [...changeColumns(changes), ...callbackColumns(events), ...eventColumns(changes, events)].map(textArray),
  });
}

function callbackColumns(events: readonly NewEvent[]) {
  const accounts = new Map(events.map(({ callback_id, account_id }) => [callback_id, account_id]));
  return [[...accounts.keys()], [...accounts.values()]];
}

const changeColumns = (changes: readonly NewChange[]) => [
  changes.map(({ id }) => id),
  changes.map(({ body }) => body.resource_type),
  changes.map(({ body }) => body.event_type),
  changes.map(({ body }) => body.created_at),
  changes.map(({ body }) => body.timezone),
  changes.map(({ body }) => JSON.stringify(body.ids)),
  changes.map(({ body }) => body.previous_state),
  changes.map(({ body }) => body.new_state),
  changes.map(({ body }) => body.state_change),
  changes.map(({ body }) => jsonOrNull(body.previous_private_refs)),
  changes.map(({ body }) => jsonOrNull(body.private_refs)),
  changes.map(({ body }) => body.customer_id),
  changes.map(({ request_id }) => request_id),
  changes.map(({ traceparent }) => traceparent),
  changes.map(({ body }) => body.account_id),
];

function eventColumns(changes: readonly NewChange[], events: readonly NewEvent[]) {
  const bytes = new Map(changes.map(({ id, body }) => [id, String(bytesOf(body))]));
  return [
    events.map(({ callback_id }) => callback_id),
    events.map(({ id }) => id),
    events.map(({ change_id }) => change_id),
    events.map(({ resource }) => resource),
    events.map(({ change_id }) => bytes.get(change_id) ?? null),
  ];
}
