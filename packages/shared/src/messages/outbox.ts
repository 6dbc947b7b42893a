import { textArray } from '../data/binary-array.ts';
import { noRequest, type MessageCause } from '../contracts/message-cause.ts';
import type { Body, Topic } from '../contracts/topics.ts';
import type { Queryable } from '../data/database.ts';
import type { Migration } from '../data/migration.ts';
import { newId } from '../values/ids.ts';
import type { OutgoingMessage } from './bus/port.ts';

/**
 * The table of messages to send. The relay (relay.ts) sends them in order of `seq`. A writer must lock the resource before it
 * writes the row, so that `seq` follows the order of the changes. Parked rows were rejected by the bus or by a consumer; they
 * stay until an operator decides.
 */
export const outboxMigration: Migration = {
  name: 'outbox',
  up: `
    create table outbox (
      seq bigint generated always as identity primary key,
      id text not null,
      topic text not null,
      key text not null,
      body text not null,
      created_at timestamptz not null default now(),
      parked_at timestamptz,
      parked_reason text
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, toast_tuple_target = 8160);
    -- A body lives for milliseconds: not worth compressing or, up to a page, storing out of line.
    alter table outbox alter column body set storage external;
  `,
  down: 'drop table outbox;',
};

/** Adds the request behind a message. Rows of the release before, and of what the hub does by itself, have none. */
export const outboxCauses: Migration = {
  name: 'outbox-causes',
  up: 'alter table outbox add column request_id text, add column traceparent text;',
  down: 'alter table outbox drop column request_id, drop column traceparent;',
};

/** A new message. Messages with the same `key` keep their order. */
export function message<T extends Topic>(
  topic: T,
  key: string,
  body: Body<T>,
  { request_id, traceparent }: MessageCause = noRequest,
): OutgoingMessage {
  return { id: newId(), topic, key, body: JSON.stringify(body), request_id, traceparent };
}

/**
 * The columns of `outboxValues` and `outboxArrays`, for a store that writes its row and its message in one statement:
 * `with stored as (insert into orders … returning id) insert into outbox (${outboxColumns}) values ($11, $12, …, $16)`, or for
 * many rows `… select unnest($11::text[]), …, unnest($16::text[])`.
 */
export const outboxColumns = 'id, topic, key, body, request_id, traceparent';

/** The values for `outboxColumns`, in their order. */
export const outboxValues = ({ id, topic, key, body, request_id = null, traceparent = null }: OutgoingMessage) => [
  id,
  topic,
  key,
  body,
  request_id,
  traceparent,
];

/** Messages as arrays for `outboxColumns`, in their order. */
export const outboxArrays = (messages: readonly OutgoingMessage[]): Buffer[] => [
  textArray(messages.map(({ id }) => id)),
  textArray(messages.map(({ topic }) => topic)),
  textArray(messages.map(({ key }) => key)),
  textArray(messages.map(({ body }) => body)),
  textArray(messages.map(({ request_id = null }) => request_id)),
  textArray(messages.map(({ traceparent = null }) => traceparent)),
];

/** Writes messages, in order, in one statement. Wake the relay once `trx` is committed. */
export async function record(trx: Queryable, ...messages: OutgoingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await trx.query({
    name: 'outbox-record',
    text: `insert into outbox (${outboxColumns})
           select ${outboxColumns}
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
             as m (${outboxColumns}, place)
           order by place`,
    values: outboxArrays(messages),
  });
}
