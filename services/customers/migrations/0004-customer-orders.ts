import type { Migration } from '@order-hub/shared/migration';

export const customerOrders: Migration = {
  name: '0004-customer-orders',
  up: `
    -- The orders that are in their customer's figures, each with the total that is. A row is written with its effects, so
    -- that an order counts once however often it is told; of two totals, the one of the higher version is the newer one.
    create table customer_orders (
      account_id text collate "C" not null,
      order_id text collate "C" not null,
      customer_id text collate "C" not null,
      total numeric not null,
      total_version integer not null,
      primary key (account_id, order_id)
    );
    create index customer_orders_customer on customer_orders (account_id, customer_id);
  `,
  down: 'drop table customer_orders;',
};
