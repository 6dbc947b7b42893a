import type { Migration } from '@order-hub/shared/migration';

export const anonymisedOrders: Migration = {
  name: '0003-anonymised-orders',
  up: `
    -- When all orders of the customer were anonymised; null while that is still to be done.
    alter table forgotten_customers add column finished_at timestamptz;
    create index forgotten_customers_unfinished on forgotten_customers (forgotten_at) where finished_at is null;
  `,
  down: `
    drop index forgotten_customers_unfinished;
    alter table forgotten_customers drop column finished_at;
  `,
};
