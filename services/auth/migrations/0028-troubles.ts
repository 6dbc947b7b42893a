import type { Migration } from '@order-hub/shared/migration';

/**
 * The apps that have trouble, as auth learns from events every minute: since when, when it was last so, and when its people were
 * told by mail, which they are once. A row goes when the trouble is over. `users.trouble_mails`: whether a user wants these mails.
 */
export const troubles: Migration = {
  name: '0028-troubles',
  up: `
    create table troubles (
      connection_id text collate "C" primary key references connections,
      account_id text collate "C" not null references accounts,
      began_at timestamptz not null,
      seen_at timestamptz not null,
      mailed_at timestamptz
    ) with (fillfactor = 50);
    alter table users add trouble_mails boolean not null default true;
  `,
  down: `
    alter table users drop trouble_mails;
    drop table troubles;
  `,
};
