/**
 * The messages that a service holds because only a newer release of it understands them, and those behind them with the same
 * key (docs/decisions/0051-newer-messages-are-held.md).
 */
import type { MessageCause } from '../contracts/message-cause.ts';
import type { Topic } from '../contracts/topics.ts';
import { textArray } from '../data/binary-array.ts';
import type { Database, Queryable } from '../data/database.ts';
import type { Migration } from '../data/migration.ts';
import type { Incoming } from './bus/port.ts';

export const heldMessagesMigration: Migration = {
  name: 'held-messages',
  up: `
    create table held_messages (
      seq bigint generated always as identity primary key,
      message_id text collate "C" not null unique,
      topic text not null,
      key text not null,
      version int not null,
      body text not null,
      held_at timestamptz not null default now()
    );
    create index held_messages_key on held_messages (topic, key, seq);
  `,
  down: 'drop table held_messages;',
};

/** Adds the request behind a message. */
export const heldCauses: Migration = {
  name: 'held-causes',
  up: 'alter table held_messages add column request_id text, add column traceparent text;',
  down: 'alter table held_messages drop column request_id, drop column traceparent;',
};

/** Stores messages, in order. Ignores those that are held already. */
export async function insertHeld(trx: Queryable, messages: readonly Incoming[]): Promise<void> {
  if (messages.length === 0) return;
  await trx.query(
    `insert into held_messages (message_id, topic, key, version, body, request_id, traceparent)
     select id, topic, key, version, body, request_id, traceparent
     from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[]) with ordinality
       as m (id, topic, key, version, body, request_id, traceparent, place)
     order by place
     on conflict do nothing`,
    [
      textArray(messages.map(({ id }) => id)),
      textArray(messages.map(({ topic }) => topic)),
      textArray(messages.map(({ key }) => key)),
      messages.map(({ version }) => version),
      textArray(messages.map(({ body }) => JSON.stringify(body))),
      textArray(messages.map(({ request_id = null }) => request_id)),
      textArray(messages.map(({ traceparent = null }) => traceparent)),
    ],
  );
}

export type HeldMessage = {
  seq: string;
  id: string;
  topic: Topic;
  key: string;
  version: number;
  body: string;
} & MessageCause;

/** The oldest held messages of a topic that a release which knows `version` understands, without those behind a newer one. */
export async function listUnderstood(db: Database, topic: Topic, version: number): Promise<HeldMessage[]> {
  const { rows } = await db.query<HeldMessage>(
    `select seq, message_id as id, topic, key, version, body, request_id, traceparent from held_messages as h
     where topic = $1 and version <= $2
       and not exists (
         select from held_messages as before
         where before.topic = h.topic and before.key = h.key and before.seq < h.seq and before.version > $2
       )
     order by seq limit 200`,
    [topic, version],
  );
  return rows;
}

export async function deleteHeld(db: Database, messages: readonly HeldMessage[]): Promise<void> {
  await db.query('delete from held_messages where seq = any($1::bigint[])', [messages.map(({ seq }) => seq)]);
}
