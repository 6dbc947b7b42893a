import type { Migration } from '@order-hub/shared/migration';

export const customers: Migration = {
  name: '0002-customers',
  up: `
    -- "fields" is what clients have said of the customer, as every client sees it; private refs are kept apart. The id grows
    -- with the time of creation: it is the order of lists and their cursor. A row is read together with its list, so that
    -- the customers of a deleted list are gone at once. "email" and "phone" are what is searched: the same in upper and lower
    -- case, whatever the locale of the server.
    create table customers (
      account_id text collate "C" not null,
      id text collate "C" not null,
      customer_list_id text collate "C" not null,
      anonymised boolean not null default false,
      fields text not null,
      email text collate "C" generated always as (lower((fields::json ->> 'email') collate "pg_c_utf8")) stored,
      phone text collate "C" generated always as (lower((fields::json ->> 'phone') collate "pg_c_utf8")) stored,
      nb_orders integer not null default 0,
      order_total numeric not null default 0,
      first_order_at timestamptz,
      last_order_at timestamptz,
      primary key (account_id, id)
    -- Room in each page for a new version of a row: what an order changes then leaves all indexes as they are.
    ) with (fillfactor = 90);
    -- A list, in its order; a search that has to look at many customers reads this index alone.
    create index customers_list on customers (account_id, customer_list_id, id) include (email, phone);

    -- A part of a text as a number. Those of one list are together in the index, and no search reads those of another list.
    create function customer_gram(customer_list_id text, field text, gram text) returns bigint
      language sql immutable parallel safe
      return (hashtext(customer_list_id)::bigint << 32) | (hashtext(field || gram)::bigint & 4294967295);

    -- All that can be looked up of an email and a phone: every three characters in a row, with two marks (1) before the text
    -- and one after it, and the whole text after another mark (2). customer-search.ts takes the same from a filter.
    create function customer_grams(customer_list_id text, email text, phone text) returns bigint[]
      language sql immutable parallel safe
      return array(
        select distinct customer_gram(customer_list_id, field, gram)
        from (values ('email', email), ('phone', phone)) as given (field, value),
             lateral (select chr(2) || value
                      union all
                      select substr(chr(1) || chr(1) || value || chr(1), at, 3)
                      from generate_series(1, length(value) + 1) as at) as part (gram)
        where value is not null);

    -- Without a list of pending entries, which every search would have to read.
    create index customers_search on customers using gin (customer_grams(customer_list_id, email, phone))
      with (fastupdate = off);

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
  down: `
    drop table customer_private_refs;
    drop table customers;
    drop function customer_grams(text, text, text);
    drop function customer_gram(text, text, text);
  `,
};
