import type { Migration } from '@order-hub/shared/migration';

/** When an operator verified a client (docs/api/back-office.md#clients); null for one that is not verified. */
export const verifiedClients: Migration = {
  name: '0019-verified-clients',
  up: 'alter table clients add verified_at timestamptz',
  down: 'alter table clients drop verified_at',
};
