import type { Migration } from '@order-hub/shared/migration';

/**
 * A connection is of one client with one place: a location, an account, or (general permissions alone) a user. The
 * unique index is the rule of docs/api/authentication.md#connection-reuse: per client, place and name there is one that is
 * not disconnected.
 */
export const connections: Migration = {
  name: '0005-connections',
  up: `
    create table connections (
      id text collate "C" primary key,
      version integer not null,
      client_id text collate "C" not null references clients,
      user_id text collate "C" not null references users,
      account_id text collate "C" references accounts,
      location_id text collate "C" references locations,
      catalog_id text collate "C",
      customer_list_id text collate "C",
      name text,
      scope text not null,
      token_encrypted text not null,
      token_digest text collate "C" not null constraint connections_token unique,
      blocked_at timestamptz,
      disconnected_at timestamptz,
      created_at timestamptz not null
    );
    create unique index connections_place on connections
      (client_id, coalesce(location_id, account_id, user_id), coalesce(name, '')) where disconnected_at is null;
    create index connections_client on connections (client_id, id);
    create index connections_account on connections (account_id, id);
    create index connections_location on connections (location_id, id);
  `,
  down: 'drop table connections;',
};
