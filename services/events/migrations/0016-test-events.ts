import type { Migration } from '@order-hub/shared/migration';

/** When the last test events of a callback were made: that is limited. */
export const testEvents: Migration = {
  name: '0016-test-events',
  up: 'alter table callbacks add column tested_at timestamptz',
  down: 'alter table callbacks drop column tested_at',
};
