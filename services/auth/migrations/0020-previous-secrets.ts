import type { Migration } from '@order-hub/shared/migration';

/** The secret before the last rotation, and until when pushes are signed with it, too (docs/api/events.md#signature). */
export const previousSecrets: Migration = {
  name: '0020-previous-secrets',
  up: 'alter table clients add previous_secret_encrypted text, add previous_secret_until timestamptz',
  down: 'alter table clients drop previous_secret_encrypted, drop previous_secret_until',
};
