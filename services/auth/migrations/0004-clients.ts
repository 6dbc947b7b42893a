import type { Migration } from '@order-hub/shared/migration';

/** The secret is stored twice: encrypted, to sign callbacks; and as a SHA-256 digest, to compare what a client presents. */
export const clients: Migration = {
  name: '0004-clients',
  up: `
    create table clients (
      id text collate "C" primary key,
      user_id text collate "C" not null references users,
      name text not null,
      secret_encrypted text not null,
      secret_digest text collate "C" not null,
      redirect_uris text[] not null,
      created_at timestamptz not null
    );
    create index clients_user on clients (user_id);
  `,
  down: 'drop table clients;',
};
