import type { Migration } from '@order-hub/shared/migration';

/**
 * `mails` are those that wait to be sent: a row goes when its mail is accepted, or after `expires_at`. `account_id` is null for a
 * mail about a user alone. A link in a mail is `path` and a token, which is kept encrypted until the mail is sent.
 */
export const mails: Migration = {
  name: '0026-mails',
  up: `
    create table mails (
      id text collate "C" primary key,
      kind text not null,
      account_id text collate "C" references accounts,
      address text not null,
      language text not null,
      timezone text not null,
      facts jsonb not null,
      path text,
      token_encrypted text,
      attempts integer not null default 0,
      due_at timestamptz not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    ) with (fillfactor = 80);
    create index mails_due on mails (due_at);
    create table email_verifications (
      user_id text collate "C" primary key references users,
      token_digest text collate "C" not null constraint email_verifications_token unique,
      expires_at timestamptz not null
    );
    alter table users add email_verified_at timestamptz;
  `,
  down: `
    alter table users drop email_verified_at;
    drop table email_verifications;
    drop table mails;
  `,
};
