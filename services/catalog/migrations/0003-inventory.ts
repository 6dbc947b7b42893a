import type { Migration } from '@order-hub/shared/migration';

export const inventory: Migration = {
  name: '0003-inventory',
  up: `
    -- How much of a ref a location has; a ref without an entry is not limited. "kind" is sku or option. "stock" is the text
    -- that the client sent. "expires_at": when the entry goes by itself.
    create table inventory_entries (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      location_id text collate "C" not null,
      kind text collate "C" not null,
      ref text collate "C" not null,
      stock text not null,
      expires_at timestamptz,
      primary key (account_id, catalog_id, location_id, kind, ref)
    );
    create index inventory_entries_expiring on inventory_entries (expires_at) where expires_at is not null;

    -- The inventory of a catalog in a location: locked while it is changed. Its events show times in the location's timezone.
    create table inventories (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      location_id text collate "C" not null,
      timezone text not null,
      primary key (account_id, catalog_id, location_id)
    );
  `,
  down: 'drop table inventories; drop table inventory_entries;',
};
