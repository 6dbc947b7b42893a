import type { Migration } from '@order-hub/shared/migration';

/**
 * `connections` is this service's copy of auth's connections. `client_secret` is null until auth's message has come.
 * A callback has an id of its own, to which its events refer. So deleting a callback with a million events deletes one row;
 * housekeeping deletes the events later (`removed_callbacks`).
 */
export const callbacks: Migration = {
  name: '0001-callbacks',
  up: `
    create table connections (
      id text collate "C" primary key,
      version integer not null,
      status text not null,
      client_id text collate "C" not null,
      client_secret text,
      account_id text collate "C",
      location_id text collate "C",
      catalog_id text collate "C",
      customer_list_id text collate "C",
      scope text not null
    );
    create index connections_place on connections (account_id, location_id);

    create table callbacks (
      connection_id text collate "C" primary key,
      id text collate "C" not null unique,
      account_id text collate "C" not null,
      url text,
      events text not null,
      subscribed text[] not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table removed_callbacks (
      id text collate "C" primary key,
      removed_at timestamptz not null default now()
    );
  `,
  down: 'drop table removed_callbacks; drop table callbacks; drop table connections;',
};
