import type { Migration } from '@order-hub/shared/migration';

/**
 * People who work at a location of an account that is not their own. The owner of an account is in `accounts`. An invitation
 * makes its holder a member; its token is kept as a digest, and its row until it is accepted, withdrawn or replaced.
 */
export const members: Migration = {
  name: '0025-members',
  up: `
    create table members (
      id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      location_id text collate "C" not null references locations,
      user_id text collate "C" not null references users,
      role text not null,
      created_at timestamptz not null,
      constraint members_user unique (user_id, location_id)
    );
    create index members_account on members (account_id, id);
    create index members_location on members (location_id, id);
    create table invitations (
      id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      location_id text collate "C" not null references locations,
      role text not null,
      email text,
      token_digest text collate "C" not null constraint invitations_token unique,
      invited_by text collate "C",
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index invitations_account on invitations (account_id, id);
    create index invitations_location on invitations (location_id, id);
  `,
  down: `
    drop table invitations;
    drop table members;
  `,
};
