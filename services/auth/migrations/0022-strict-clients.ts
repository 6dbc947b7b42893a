import type { Migration } from '@order-hub/shared/migration';

/** Clients that switched strict handling on for all their requests (docs/api/conventions.md#strict-handling). */
export const strictClients: Migration = {
  name: '0022-strict-clients',
  up: 'alter table clients add is_strict boolean not null default false',
  down: 'alter table clients drop is_strict',
};
