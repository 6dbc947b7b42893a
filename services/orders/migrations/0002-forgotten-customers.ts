import type { Migration } from '@order-hub/shared/migration';

export const forgottenCustomers: Migration = {
  name: '0002-forgotten-customers',
  up: `
    -- Customers who were anonymised: an order that was being placed meanwhile is anonymised as it is stored.
    create table forgotten_customers (
      account_id text collate "C" not null,
      customer_id text collate "C" not null,
      forgotten_at timestamptz not null default now(),
      primary key (account_id, customer_id)
    );
  `,
  down: 'drop table forgotten_customers;',
};
