import { textArray } from '../data/binary-array.ts';
import type { Database, Migration, Queryable } from '../data/database.ts';

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

/** Deletes ids that were received more than 30 days ago: no sender repeats such an old message. */
export async function deleteOldMessages(db: Database): Promise<void> {
  await db.query(`delete from inbox where received_at < now() - interval '30 days'`);
}
