import type { Migration } from '@order-hub/shared/migration';

/**
 * What a user sees of their own log-ins. Entries of the audit are found by the user they are about. `refused_log_ins` folds wrong passwords
 * and wrong second factors into one row a day (UTC), kind and remote address; an empty `address_key` stands for the addresses beyond the
 * first few. `id` is the time of the first, and `browser` the name of the latest browser.
 */
export const logInHistory: Migration = {
  name: '0037-log-in-history',
  up: [
    'drop index concurrently if exists audit_entries_subject',
    'create index concurrently audit_entries_subject on audit_entries (subject_id, id) where account_id is null',
    `create table if not exists refused_log_ins (
      id text collate "C" primary key,
      user_id text collate "C" not null references users,
      day date not null,
      kind text not null,
      address_key text collate "C" not null,
      count integer not null,
      last_at timestamptz not null,
      browser text not null,
      constraint refused_log_ins_of_day unique (user_id, day, kind, address_key)
    )`,
  ],
  down: ['drop table if exists refused_log_ins', 'drop index concurrently if exists audit_entries_subject'],
};
