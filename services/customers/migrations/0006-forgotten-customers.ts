import type { Migration } from '@order-hub/shared/migration';

export const forgottenCustomers: Migration = {
  name: '0006-forgotten-customers',
  up: `
    -- Customers who were anonymised, until their personal data has left the outbox too.
    create table forgotten_customers (
      customer_id text collate "C" primary key,
      forgotten_at timestamptz not null default now()
    );
    create index forgotten_customers_forgotten_at on forgotten_customers (forgotten_at);
  `,
  down: 'drop table forgotten_customers;',
};
