import type { Migration } from '@order-hub/shared/migration';

export const catalogs: Migration = {
  name: '0001-catalogs',
  up: `
    -- A catalog of a location, or of an account (location_id null). It keeps the timezone that its location had at creation,
    -- and the currency of its account. "version" grows with every change of what a reader gets.
    create table catalogs (
      account_id text collate "C" not null,
      id text collate "C" not null,
      location_id text collate "C",
      timezone text not null,
      currency text not null,
      name text not null,
      version integer not null default 1,
      primary key (account_id, id)
    );
    create index catalogs_location on catalogs (account_id, location_id, id);
    -- Looked up while the account is locked: a name of the account is none of its locations'.
    create index catalogs_name on catalogs (account_id, name);

    -- The whole catalog as the API shows it, compressed when it was written: it is sent as it is. "upload_sha256": of the
    -- body that it was made from, by which the same body is known again; null when the name was changed alone.
    create table catalog_documents (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      document bytea not null,
      upload_sha256 bytea,
      primary key (account_id, catalog_id)
    );
    alter table catalog_documents alter column document set storage external;

    -- The parts that have endpoints of their own, ready to send. A sku is in its product, an option in its option list.
    create table catalog_parts (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      kind text collate "C" not null,
      id text collate "C" not null,
      document text not null,
      primary key (account_id, catalog_id, kind, id)
    );

    -- The order of the parts of each kind, so that a part that is added moves no other row.
    create table catalog_part_lists (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      kind text collate "C" not null,
      ids text[] not null,
      primary key (account_id, catalog_id, kind)
    );

    -- The refs of skus and options, which an inventory names.
    create table catalog_refs (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      kind text collate "C" not null,
      ref text collate "C" not null,
      primary key (account_id, catalog_id, kind, ref)
    );

    -- Catalogs that are gone for every reader, and whose content is still to be deleted.
    create table deleted_catalogs (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      deleted_at timestamptz not null default now(),
      primary key (account_id, catalog_id)
    );
  `,
  down: `
    drop table deleted_catalogs;
    drop table catalog_refs;
    drop table catalog_part_lists;
    drop table catalog_parts;
    drop table catalog_documents;
    drop table catalogs;
  `,
};
