import type { Migration } from '@order-hub/shared/migration';

/** With a link a user sets a new password. Its token is kept as a digest; a user has at most one link, the newest. */
export const passwordLinks: Migration = {
  name: '0011-password-links',
  up: `
    create table password_links (
      user_id text collate "C" primary key references users,
      token_digest text collate "C" not null constraint password_links_token unique,
      expires_at timestamptz not null
    );
  `,
  down: 'drop table password_links;',
};
