import type { Topic } from '../contracts/topics.ts';
import { textArray } from '../data/binary-array.ts';
import type { Database, Queryable } from '../data/database.ts';
import type { Migration } from '../data/migration.ts';
import { idFloor } from '../values/ids.ts';

/** The table of the messages that a service has handled. */
export const inboxMigration: Migration = {
  name: 'inbox',
  up: `
    create table inbox (
      message_id text collate "C" primary key,
      received_at timestamptz not null default now()
    );
    create index inbox_received_at on inbox using brin (received_at);
  `,
  down: 'drop table inbox;',
};

/** Drops the table, for a service that no longer consumes messages. */
export const inboxRemoval: Migration = {
  name: 'inbox-removal',
  up: inboxMigration.down,
  down: inboxMigration.up,
};

/**
 * Marks messages of a topic as received, except those behind a held message with the same key (held-messages.ts). Returns the
 * ids of the new ones, to act on in the same transaction, and the keys with held messages.
 */
export async function receive(trx: Queryable, topic: Topic, messages: readonly { id: string; key: string }[]) {
  // In the order of the ids, so two transactions with the same messages cannot deadlock.
  const { rows } = await trx.query<{ message_id: string | null; key: string | null }>({
    name: 'inbox-receive',
    text: `with held as materialized (
             select distinct key from held_messages where topic = $1 and key = any($3::text[])
           ), new as (
             insert into inbox (message_id)
             select id from unnest($2::text[], $3::text[]) as m (id, key)
             where not exists (select from held where held.key = m.key) order by id
             on conflict do nothing returning message_id
           )
           select message_id, null as key from new union all select null, key from held`,
    values: [topic, textArray(messages.map(({ id }) => id)), textArray(messages.map(({ key }) => key))],
  });
  return {
    newIds: new Set(rows.flatMap(({ message_id }) => message_id ?? [])),
    heldKeys: new Set(rows.flatMap(({ key }) => key ?? [])),
  };
}

/** Marks messages as received and returns the ids of the new ones. Act on these only, in the same transaction. */
export async function markReceived(trx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  // In the order of the ids, so two transactions with the same messages cannot deadlock.
  const { rows } = await trx.query<{ message_id: string }>({
    name: 'inbox-mark-received',
    text: `insert into inbox (message_id) select id from unnest($1::text[]) as id order by id
           on conflict do nothing returning message_id`,
    values: [textArray(ids)],
  });
  return new Set(rows.map((row) => row.message_id));
}

const batchSize = 5_000;

/**
 * Looks at the next 5,000 ids of messages that were made before this time, from the one after `after`, and deletes those that
 * were received before it. Returns the last id it looked at; null when there are no more.
 */
export async function deleteOldMessages(db: Database, before: Date, after: string): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>({
    name: 'inbox-delete-old',
    text: `with page as (
             select message_id from inbox where message_id > $1 and message_id < $2 order by message_id limit $4
           ), deleted as (
             delete from inbox i using page p where i.message_id = p.message_id and i.received_at < $3
           )
           select max(message_id) as last from page`,
    values: [after, idFloor(before), before, batchSize],
  });
  return rows[0]?.last ?? null;
}
