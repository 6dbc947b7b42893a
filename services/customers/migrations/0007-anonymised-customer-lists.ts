import type { Migration } from '@order-hub/shared/migration';

export const anonymisedCustomerLists: Migration = {
  name: '0007-anonymised-customer-lists',
  up: `
    -- Deleted lists whose customers are still to be announced as anonymised: those with ids above "announced_to". Then the
    -- list moves to deleted_customer_lists, and its rows are deleted. "client_id" deleted it.
    create table anonymised_customer_lists (
      account_id text collate "C" not null,
      customer_list_id text collate "C" not null,
      client_id text collate "C" not null,
      announced_to text collate "C" not null default '',
      deleted_at timestamptz not null default now(),
      primary key (account_id, customer_list_id)
    );
  `,
  down: 'drop table anonymised_customer_lists;',
};
