import type { Migration } from '@order-hub/shared/migration';

/** What it takes to find stored documents that are no longer current (docs/decisions/0045-stored-catalogs-are-refreshed.md). */
export const currentCatalogs: Migration = {
  name: '0005-current-catalogs',
  up: `
    -- The version whose document has the fields of this release. The release before does not write it: what it stores has
    -- another version.
    alter table catalogs add column rendered_version integer;

    -- The timezone that a location has now. "catalogs.timezone" is that of the times in the document.
    create table location_timezones (
      account_id text collate "C" not null,
      location_id text collate "C" not null,
      timezone text not null,
      primary key (account_id, location_id)
    );
  `,
  down: 'drop table location_timezones; alter table catalogs drop column rendered_version;',
};
