import type { Migration } from '@order-hub/shared/migration';

/**
 * What a user granted and the client has not yet exchanged. A code is kept as its digest, and its row is deleted by the
 * exchange. The names are those of the moment of the grant (docs/decisions/0025-a-code-holds-the-grant.md).
 */
export const authorizationCodes: Migration = {
  name: '0006-authorization-codes',
  up: `
    create table authorization_codes (
      code_digest text collate "C" primary key,
      client_id text collate "C" not null references clients,
      user_id text collate "C" not null references users,
      account_id text collate "C" references accounts,
      location_id text collate "C" references locations,
      catalog_id text collate "C",
      catalog_name text,
      customer_list_id text collate "C",
      customer_list_name text,
      name text,
      scope text not null,
      redirect_uri text not null,
      code_challenge text,
      expires_at timestamptz not null
    );
    create index authorization_codes_expiry on authorization_codes (expires_at);
  `,
  down: 'drop table authorization_codes;',
};
