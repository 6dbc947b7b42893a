import type { Migration } from '@order-hub/shared/migration';

/**
 * A session is a browser in which a user has logged in. Its id is in a cookie, and kept as a digest. `confirmed_at`: when
 * the password was last given. Users with `operator_since` may open the operators' pages.
 */
export const sessions: Migration = {
  name: '0007-sessions',
  up: `
    create table sessions (
      id_digest text collate "C" primary key,
      user_id text collate "C" not null references users,
      address text,
      user_agent text,
      created_at timestamptz not null,
      used_at timestamptz not null,
      confirmed_at timestamptz not null
    );
    create index sessions_user on sessions (user_id);
    create index sessions_used_at on sessions (used_at);
    alter table users add operator_since timestamptz;
  `,
  down: `
    alter table users drop operator_since;
    drop table sessions;
  `,
};
