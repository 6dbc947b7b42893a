import type { Migration } from '@order-hub/shared/migration';

export const currentOrders: Migration = {
  name: '0004-current-orders',
  up: `
    -- Which fields the document has. The release before does not write this column: its documents have version 1.
    alter table orders add column document_version smallint not null default 1;

    -- The timezone of each location that has moved to another one. The times of a document are in the timezone of its row.
    create table location_timezones (
      account_id text collate "C" not null,
      location_id text collate "C" not null,
      timezone text not null,
      primary key (account_id, location_id)
    );
  `,
  down: `
    drop table location_timezones;
    alter table orders drop column document_version;
  `,
};
