import type { Migration } from '@order-hub/shared/migration';

/**
 * Until when the client secret before the last rotation keys `X-Service-Hmac-SHA256` (docs/api/events.md#signature). A process of
 * the release before leaves it as it is, and signs with the new one.
 */
export const keptSecrets: Migration = {
  name: '0024-kept-secrets',
  up: 'alter table connections add kept_secret_until timestamptz',
  down: 'alter table connections drop kept_secret_until',
};
