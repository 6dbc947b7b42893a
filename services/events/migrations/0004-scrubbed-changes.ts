import type { Migration } from '@order-hub/shared/migration';

export const scrubbedChanges: Migration = {
  name: '0004-scrubbed-changes',
  up: `
    -- When the customer's personal data had left all stored changes; null while that is still to be done.
    alter table forgotten_customers add column finished_at timestamptz;
    create index forgotten_customers_unfinished on forgotten_customers (forgotten_at) where finished_at is null;
  `,
  down: `
    drop index forgotten_customers_unfinished;
    alter table forgotten_customers drop column finished_at;
  `,
};
