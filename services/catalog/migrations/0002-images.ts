import type { Migration } from '@order-hub/shared/migration';

export const images: Migration = {
  name: '0002-images',
  up: `
    -- "private_ref" is that of the client that uploaded the image. "unattached_since": null while a part has the image.
    create table images (
      account_id text collate "C" not null,
      catalog_id text collate "C" not null,
      id text collate "C" not null,
      client_id text collate "C" not null,
      private_ref text collate "C",
      type text not null,
      size integer not null,
      md5 text not null,
      unattached_since timestamptz,
      bytes bytea not null,
      primary key (account_id, catalog_id, id)
    );
    alter table images alter column bytes set storage external;
    create unique index images_private_ref on images (account_id, catalog_id, client_id, private_ref)
      where private_ref is not null;
    create index images_unattached on images (unattached_since) where unattached_since is not null;
    create index images_unattached_account on images (account_id) include (size) where unattached_since is not null;
  `,
  down: 'drop table images;',
};
