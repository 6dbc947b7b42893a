import type { Migration } from '@order-hub/shared/migration';

/**
 * What the owner of a client says about it in the directory of apps (docs/decisions/0087-a-directory-of-apps.md).
 * `requested_at`: when the owner asked an operator to list it; null once that is withdrawn. `listed_at`: since when it is
 * listed.
 */
export const listings: Migration = {
  name: '0027-listings',
  up: `
    create table listings (
      client_id text collate "C" primary key references clients,
      description text not null,
      scope text not null,
      website text not null,
      start_url text not null,
      logo bytea,
      logo_type text,
      logo_digest text collate "C",
      requested_at timestamptz,
      listed_at timestamptz
    );
    create index listings_listed on listings (client_id) where listed_at is not null;
    create index listings_requested on listings (client_id) where requested_at is not null and listed_at is null;
    create index listings_logo on listings (logo_digest) where logo_digest is not null;
  `,
  down: 'drop table listings;',
};
