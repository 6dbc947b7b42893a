import type { Migration } from '@order-hub/shared/migration';

export const deletedLists: Migration = {
  name: '0006-deleted-lists',
  up: `
    -- Whether the customer was anonymised with a whole list: the orders of others are anonymised first.
    alter table forgotten_customers add column list_deleted boolean not null default false;
    drop index forgotten_customers_unfinished;
    create index forgotten_customers_unfinished on forgotten_customers (list_deleted, forgotten_at)
      where finished_at is null;
  `,
  down: `
    drop index forgotten_customers_unfinished;
    alter table forgotten_customers drop column list_deleted;
    create index forgotten_customers_unfinished on forgotten_customers (forgotten_at) where finished_at is null;
  `,
};
