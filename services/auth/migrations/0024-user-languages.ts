import type { Migration } from '@order-hub/shared/migration';

/** The language in which a user reads the pages. Null: that of the browser. */
export const userLanguages: Migration = {
  name: '0024-user-languages',
  up: 'alter table users add language text',
  down: 'alter table users drop language',
};
