import type { Migration } from '@order-hub/shared/migration';

/**
 * The test shop of a user: which simulators act in it, how, and what they remember. `active_at`: when the user last asked
 * something of it on its page. The row stays after the end, so that the user's next test shop gets the same account.
 */
export const testShops: Migration = {
  name: '0023-test-shops',
  up: `
    create table test_shops (
      user_id text collate "C" primary key references users,
      account_id text collate "C" not null references accounts,
      location_id text collate "C" not null references locations,
      till_id text collate "C" not null references connections,
      website_id text collate "C" not null references connections,
      settings jsonb not null,
      remembered jsonb not null default '{}',
      is_filled boolean not null default false,
      asked_percent integer,
      failure text,
      active_at timestamptz not null,
      ends_at timestamptz not null,
      ended_at timestamptz,
      visit_at timestamptz not null,
      lease_id text,
      leased_until timestamptz
    ) with (fillfactor = 50);
    create index test_shops_open on test_shops (visit_at) where ended_at is null;
  `,
  down: 'drop table test_shops;',
};
