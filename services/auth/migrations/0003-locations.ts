import type { Migration } from '@order-hub/shared/migration';

/**
 * The three documents are json, not jsonb, so that keys keep the client's order. `resume_at` is a column, because the hub
 * looks for the locations whose time has come.
 */
export const locations: Migration = {
  name: '0003-locations',
  up: `
    create table locations (
      id text collate "C" primary key,
      account_id text collate "C" not null references accounts,
      name text not null,
      address text,
      postal_code text,
      city text,
      country text,
      timezone text not null,
      cutoff_time text not null,
      opening_hours json,
      preparation_time integer not null,
      order_acceptance json not null,
      resume_at timestamptz,
      custom_fields json not null,
      suspended_at timestamptz,
      created_at timestamptz not null
    );
    create index locations_account on locations (account_id, id);
    create index locations_resume_at on locations (resume_at) where resume_at is not null;
  `,
  down: 'drop table locations;',
};
