import type { Migration } from '@order-hub/shared/migration';

export const orders: Migration = {
  name: '0001-orders',
  up: `
    -- One order is one row. "document" is the order as every client sees it, ready to send; private refs are kept apart,
    -- by client, so that no query reads another client's. The id grows with the time of creation: it is the order of
    -- lists, their cursor, and what the filters "after" and "before" compare.
    create table orders (
      account_id text collate "C" not null,
      id text collate "C" not null,
      location_id text collate "C" not null,
      timezone text not null,
      status text not null,
      created_by text not null,
      customer_id text collate "C",
      customer_anonymised boolean not null default false,
      private_refs jsonb,
      document text not null,
      delivery text,
      primary key (account_id, id)
    );
    create index orders_location on orders (account_id, location_id, id);
    create index orders_status on orders (account_id, status, id);
    create index orders_location_status on orders (account_id, location_id, status, id);
    create index orders_created_by on orders (account_id, created_by, id);
    create index orders_location_created_by on orders (account_id, location_id, created_by, id);
    create index orders_customer on orders (account_id, customer_id, id) where customer_id is not null;
    -- Without the pending list of fastupdate, a look-up costs the same however many orders were just written.
    create index orders_private_refs on orders using gin (private_refs jsonb_path_ops)
      with (fastupdate = off) where private_refs is not null;
  `,
  down: 'drop table orders;',
};
