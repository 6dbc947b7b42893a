import type { Migration } from '@order-hub/shared/migration';

/**
 * Stock belongs to the location (docs/decisions/0044-stock-belongs-to-the-location.md). `inventory_entries` and
 * `inventories` stay for replicas of the version before: what they write there, the triggers take over.
 */
export const locationStock: Migration = {
  name: '0004-location-stock',
  up: `
    -- How much of a ref a location has, through whichever catalog; a ref without an entry is not limited. "stock" is the text
    -- that the client sent. "expires_at": when the entry goes by itself. "unused_since": when a round of
    -- clear-unused-stock.ts first found no catalog of the location with this ref.
    create table location_stock (
      account_id text collate "C" not null,
      location_id text collate "C" not null,
      kind text collate "C" not null,
      ref text collate "C" not null,
      stock text not null,
      expires_at timestamptz,
      unused_since timestamptz,
      primary key (account_id, location_id, kind, ref)
    );
    create index location_stock_expiring on location_stock (expires_at) where expires_at is not null;

    -- The inventory of a location: locked while it changes. A location with rows in "inventories" only is not adopted yet.
    create table location_inventories (
      account_id text collate "C" not null,
      location_id text collate "C" not null,
      timezone text not null,
      primary key (account_id, location_id)
    );

    -- Locks the inventory of a location, and adopts the entries of its catalogs when it is locked for the first time. Of
    -- several entries of a ref, one of a catalog that has the ref wins, then one that has not expired, then the smallest stock.
    create function lock_location_inventory(account text, location text, zone text) returns void language plpgsql as $$
    begin
      insert into location_inventories (account_id, location_id, timezone) values (account, location, zone)
      on conflict do nothing;
      if not found then
        update location_inventories set timezone = zone where account_id = account and location_id = location;
        return;
      end if;
      insert into location_stock (account_id, location_id, kind, ref, stock, expires_at)
      select distinct on (entry.kind, entry.ref)
        entry.account_id, entry.location_id, entry.kind, entry.ref, entry.stock, entry.expires_at
      from catalogs
      join inventory_entries as entry
        on entry.account_id = catalogs.account_id and entry.catalog_id = catalogs.id and entry.location_id = location
      left join catalog_refs as named
        on named.account_id = entry.account_id and named.catalog_id = entry.catalog_id
          and named.kind = entry.kind and named.ref = entry.ref
      where catalogs.account_id = account
      order by entry.kind, entry.ref, named.ref is null, coalesce(entry.expires_at <= now(), false), entry.stock::numeric,
        entry.expires_at desc nulls first;
    end $$;

    create function lock_location_of_inventory() returns trigger language plpgsql as $$
    begin
      perform lock_location_inventory(new.account_id, new.location_id, new.timezone);
      return new;
    end $$;
    create trigger inventories_lock_location before insert or update on inventories
      for each row execute function lock_location_of_inventory();

    create function take_written_entries() returns trigger language plpgsql as $$
    begin
      insert into location_stock as mine (account_id, location_id, kind, ref, stock, expires_at)
      select account_id, location_id, kind, ref, stock, expires_at from written
      on conflict (account_id, location_id, kind, ref)
        do update set stock = excluded.stock, expires_at = excluded.expires_at, unused_since = null
        where (mine.stock, mine.expires_at) is distinct from (excluded.stock, excluded.expires_at);
      return null;
    end $$;
    create trigger inventory_entries_inserted after insert on inventory_entries referencing new table as written
      for each statement execute function take_written_entries();
    create trigger inventory_entries_updated after update on inventory_entries referencing new table as written
      for each statement execute function take_written_entries();

    -- A deletion counts only while the catalog exists and has the ref: a deleted catalog leaves its stock to the location. What
    -- has expired, or does so at once, is left to clear-expired-entries.ts, which announces it for every catalog.
    create function take_deleted_entries() returns trigger language plpgsql as $$
    begin
      delete from location_stock as mine
      using gone
      join catalogs on catalogs.account_id = gone.account_id and catalogs.id = gone.catalog_id
      join catalog_refs as named
        on named.account_id = gone.account_id and named.catalog_id = gone.catalog_id
          and named.kind = gone.kind and named.ref = gone.ref
      where mine.account_id = gone.account_id and mine.location_id = gone.location_id
        and mine.kind = gone.kind and mine.ref = gone.ref
        and (gone.expires_at is null or gone.expires_at > now() + interval '1 minute');
      return null;
    end $$;
    create trigger inventory_entries_deleted after delete on inventory_entries referencing old table as gone
      for each statement execute function take_deleted_entries();
  `,
  down: `
    drop trigger inventory_entries_deleted on inventory_entries;
    drop trigger inventory_entries_updated on inventory_entries;
    drop trigger inventory_entries_inserted on inventory_entries;
    drop trigger inventories_lock_location on inventories;
    drop function take_deleted_entries;
    drop function take_written_entries;
    drop function lock_location_of_inventory;
    drop function lock_location_inventory;
    drop table location_inventories;
    drop table location_stock;
  `,
};
