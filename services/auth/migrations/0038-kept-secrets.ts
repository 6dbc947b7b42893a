import type { Migration } from '@order-hub/shared/migration';

/**
 * The secret before the last rotation, while its client may still use it (docs/api/back-office.md#client-secrets).
 * `current_digest`: that of the secret which replaced it. A process of the release before rotates without this table: then the
 * digest is no longer that of the client's secret, and the kept one is worth nothing.
 */
export const keptSecrets: Migration = {
  name: '0038-kept-secrets',
  up: `
    create table kept_secrets (
      client_id text collate "C" primary key references clients,
      secret_digest text collate "C" not null,
      current_digest text collate "C" not null,
      ends_at timestamptz not null
    );
    create index kept_secrets_ends_at on kept_secrets (ends_at);
    create index clients_previous_secret on clients (previous_secret_until) where previous_secret_until is not null;
  `,
  down: `
    drop index clients_previous_secret;
    drop table kept_secrets;
  `,
};
