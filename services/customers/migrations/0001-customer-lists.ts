import type { Migration } from '@order-hub/shared/migration';

export const customerLists: Migration = {
  name: '0001-customer-lists',
  up: `
    -- A list of a location, or of an account (location_id null). It keeps the timezone that its location had at creation,
    -- and the currency of its account.
    create table customer_lists (
      account_id text collate "C" not null,
      id text collate "C" not null,
      location_id text collate "C",
      timezone text not null,
      currency text not null,
      name text not null,
      primary key (account_id, id)
    );
    create index customer_lists_location on customer_lists (account_id, location_id, id);
    -- Looked up while the account is locked: a name of the account is none of its locations'.
    create index customer_lists_name on customer_lists (account_id, name);

    -- Lists that are gone for every reader, and whose customers are still to be deleted.
    create table deleted_customer_lists (
      account_id text collate "C" not null,
      customer_list_id text collate "C" not null,
      deleted_at timestamptz not null default now(),
      primary key (account_id, customer_list_id)
    );
  `,
  down: 'drop table deleted_customer_lists; drop table customer_lists;',
};
