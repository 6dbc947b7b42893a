import type { Migration } from '@order-hub/shared/migration';

/**
 * The client secret before the last rotation, and until when pushes are signed with it, too. A process of the release before
 * leaves both as they are: then a push may carry one signature too few for a day.
 */
export const previousSecrets: Migration = {
  name: '0015-previous-secrets',
  up: 'alter table connections add previous_client_secret text, add previous_secret_until timestamptz',
  down: 'alter table connections drop previous_client_secret, drop previous_secret_until',
};
