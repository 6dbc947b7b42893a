import type { Migration } from '@order-hub/shared/migration';

/** How many customers an account has (docs/api/limits.md#quotas): counting them would take longer with each. */
export const customerCounts: Migration = {
  name: '0008-customer-counts',
  up: `
    -- Written last in a transaction that adds or deletes customers. Replicas of the release before do not write it, so it may
    -- differ by what they store during an upgrade.
    create table customer_counts (
      account_id text collate "C" primary key,
      customers integer not null
    ) with (fillfactor = 50);
    insert into customer_counts select account_id, count(*) from customers group by account_id;
  `,
  down: 'drop table customer_counts;',
};
