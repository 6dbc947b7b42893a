import type { Migration } from '@order-hub/shared/database';

export const customers: Migration = {
  name: '0002-customers',
  up: `
    -- "fields" is what clients have said of the customer, as every client sees it; private refs are kept apart. The id grows
    -- with the time of creation: it is the order of lists and their cursor. A row is read together with its list, so that
    -- the customers of a deleted list are gone at once.
    create table customers (
      account_id text collate "C" not null,
      id text collate "C" not null,
      customer_list_id text collate "C" not null,
      anonymised boolean not null default false,
      fields text not null,
      nb_orders integer not null default 0,
      order_total numeric not null default 0,
      first_order_at timestamptz,
      last_order_at timestamptz,
      primary key (account_id, id)
    );
    create index customers_list on customers (account_id, customer_list_id, id);

    -- One ref of a client for a customer, and one customer for a ref of a client in a list.
    create table customer_private_refs (
      account_id text collate "C" not null,
      customer_list_id text collate "C" not null,
      client_id text collate "C" not null,
      private_ref text collate "C" not null,
      customer_id text collate "C" not null,
      primary key (account_id, customer_id, client_id)
    );
    create unique index customer_private_refs_used
      on customer_private_refs (account_id, customer_list_id, client_id, private_ref);
  `,
  down: 'drop table customer_private_refs; drop table customers;',
};
