import type { Migration } from '@order-hub/shared/migration';

/** `email_key` is the email address in the form in which it is unique: our code makes it lower case, whatever the database's locale. */
export const users: Migration = {
  name: '0001-users',
  up: `
    create table users (
      id text collate "C" primary key,
      email text not null,
      email_key text collate "C" not null constraint users_email unique,
      password_hash text not null,
      first_name text,
      last_name text,
      timezone text not null,
      locales text[] not null,
      created_at timestamptz not null
    );
  `,
  down: 'drop table users;',
};
