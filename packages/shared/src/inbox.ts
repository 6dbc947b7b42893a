import type { Database, Migration, Queryable } from './database.ts';

/** The table of the messages a service has already acted on. The order of its columns and its name are part of no API. */
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

/**
 * Marks messages as received and returns the ids of those that were not before: act on these only, in the same
 * transaction, so that a message delivered twice acts once.
 */
export async function firstTime(trx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  // Sorted, so that two transactions with the same messages wait for each other instead of deadlocking.
  const { rows } = await trx.query<{ message_id: string }>({
    name: 'inbox-first-time',
    text: `insert into inbox (message_id) select id from unnest($1::text[]) as id order by id
           on conflict do nothing returning message_id`,
    values: [ids],
  });
  return new Set(rows.map((row) => row.message_id));
}

/** Forgets messages received more than 30 days ago: no sender repeats one after so long. Returns how many. */
export async function forgetOldMessages(db: Database): Promise<number> {
  const { rowCount } = await db.query(`delete from inbox where received_at < now() - interval '30 days'`);
  return rowCount ?? 0;
}
