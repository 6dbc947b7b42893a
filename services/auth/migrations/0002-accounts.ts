import type { Migration } from '@order-hub/shared/migration';

export const accounts: Migration = {
  name: '0002-accounts',
  up: `
    create table accounts (
      id text collate "C" primary key,
      user_id text collate "C" not null references users,
      name text not null,
      currency text not null,
      suspended_at timestamptz,
      created_at timestamptz not null
    );
    create index accounts_user on accounts (user_id);
  `,
  down: 'drop table accounts;',
};
